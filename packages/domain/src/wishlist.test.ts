import { expect, test } from 'vitest';
import { aProduct } from './testing.ts';
import { addWish, isWished, removeWish } from './wishlist.ts';

const shirt = aProduct({ id: 'shirt' });
const dress = aProduct({ id: 'dress' });

test('a product is added at the end, and once', () => {
  expect(addWish([shirt], dress)).toEqual([shirt, dress]);
  expect(addWish([dress, shirt], dress)).toEqual([dress, shirt]);
});

test('removing a product leaves the others; one that is not there changes nothing', () => {
  expect(removeWish([shirt, dress], 'shirt')).toEqual([dress]);
  expect(removeWish([shirt], 'dress')).toEqual([shirt]);
});

test('a product is wished by its id', () => {
  expect(isWished([shirt], 'shirt')).toBe(true);
  expect(isWished([shirt], 'dress')).toBe(false);
});
