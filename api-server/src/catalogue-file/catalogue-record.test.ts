import { hostileAddresses, scriptInjections } from '@patchwork/hostile-data';
import { expect, test } from 'vitest';
import { readRecord } from '../commands/catalogue-file.ts';

const record = {
  id: 'tunic',
  title: 'Tunic',
  category: 'Women',
  size: 'M',
  price: '899',
  stock: '1',
};

test('a picture is at a path of the shop or at an address over https', () => {
  for (const image of ['/images/tunic.svg', 'https://pictures.example/tunic.png']) {
    expect(readRecord({ ...record, image })).toMatchObject({ product: { image } });
  }
});

test('an import refuses a picture at any other address', () => {
  for (const [title, image] of [...hostileAddresses, ...scriptInjections]) {
    const read = readRecord({ ...record, image });
    if (Array.isArray(read)) continue;
    // What is left is spelled as the browser reads it. Which origins may be shown is up to the shop.
    expect(read.product.image, title).toMatch(/^https:\/\/[^\s\\]+$/);
  }
  const path = readRecord({ ...record, image: '/\\evil.example/tunic.png' });
  expect(path).toEqual([expect.stringContaining('image is an address that begins with https://')]);
});
