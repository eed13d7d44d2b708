import { hostileAddresses, scriptInjections } from '@patchwork/host/hostile-data';
import { describe, expect, test } from 'vitest';
import { imageAddress, imageAttributes, isHttpsAddress, isOwnPath } from './image-address.ts';

const origins = ['https://shop.example'];

test.each([
  '/images/tunic.svg',
  '/images/a b.png?size=2#x',
  '/images/नमस्ते.png',
  '/a//b.png',
  'https://shop.example/tunic.png',
  'https://shop.example',
])('a picture may be at %s', (address) => {
  expect(imageAddress(address, origins)).toBe(address);
});

test('no hostile URL or injected script is accepted as the URL of a picture or a path', () => {
  const texts = [...hostileAddresses, ...scriptInjections];
  expect(texts.filter(([, text]) => imageAddress(text, origins) ?? isOwnPath(text))).toEqual([]);
});

test.each<[string, boolean]>([
  ['https://parcels.example/123?a=b#c', true],
  ['https://parcels.example', true],
  ...[
    ...[
      'http://parcels.example/1',
      'ftp://parcels.example/1',
      'parcels.example/1',
      '/1',
      'https:/x',
    ],
    ...['https://parcels.example/1 and more', 'https://parcels.example/1\nhttps://b.example'],
    ...[
      'https://',
      'https://?',
      'https://shop.example@b.example/',
      'https://b.example\\@shop.example',
    ],
    ...['https://a b.example/', 'https://b.example:99999/', 'x https://parcels.example/'],
  ].map((text): [string, boolean] => [text, false]),
])('whether %j is an https address: %s', (text, expected) => {
  expect(isHttpsAddress(text)).toBe(expected);
});

test('without allowed origins, a picture may only be at a path of the shop', () => {
  expect(imageAddress('https://shop.example/tunic.png', [])).toBeUndefined();
  expect(imageAddress('/tunic.png', [])).toBe('/tunic.png');
  expect(imageAddress('', [])).toBeUndefined();
});

describe('the attributes of an img', () => {
  const known = (address: string) => imageAddress(address, origins);

  test('name only the file itself for a picture in one width', () => {
    expect(imageAttributes({ image: '/a.svg' }, known, '8rem')).toEqual({ src: '/a.svg' });
    expect(imageAttributes({ image: '/a.svg', sources: [] }, known, '8rem')).toEqual({
      src: '/a.svg',
    });
  });

  test('name each allowed file with its width', () => {
    const sources = [
      { image: '/a 400,', width: 400 },
      { image: 'https://evil.example/a.jpg', width: 600 },
      { image: 'https://shop.example/w_800,h_1000/a.jpg', width: 800 },
    ];
    expect(imageAttributes({ image: '/a.jpg', sources }, known, '50vw')).toEqual({
      src: '/a.jpg',
      srcSet: '/a%20400%2C 400w, https://shop.example/w_800,h_1000/a.jpg 800w',
      sizes: '50vw',
    });
  });

  test('are absent if the page may not load the picture', () => {
    const sources = [{ image: '/a-400.jpg', width: 400 }];
    const image = 'https://evil.example/a.jpg';
    expect(imageAttributes({ image, sources }, known, '50vw')).toEqual({ src: undefined });
  });
});
