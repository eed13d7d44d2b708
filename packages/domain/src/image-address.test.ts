import { hostileAddresses, scriptInjections } from '@patchwork/hostile-data';
import { expect, test } from 'vitest';
import { imageAddress, isOwnPath } from './image-address.ts';

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

test('no hostile address or injected script is an address of a picture or a path', () => {
  const texts = [...hostileAddresses, ...scriptInjections];
  expect(texts.filter(([, text]) => imageAddress(text, origins) ?? isOwnPath(text))).toEqual([]);
});

test('without known origins a picture may only be at a path of the shop', () => {
  expect(imageAddress('https://shop.example/tunic.png', [])).toBeUndefined();
  expect(imageAddress('/tunic.png', [])).toBe('/tunic.png');
  expect(imageAddress('', [])).toBeUndefined();
});
