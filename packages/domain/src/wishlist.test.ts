import { expect, test } from 'vitest';
import { aProduct } from './testing.ts';
import { isWished } from './wishlist.ts';

const shirt = aProduct({ id: 'shirt' });

test('a product is wished by its id', () => {
  expect(isWished([shirt], 'shirt')).toBe(true);
  expect(isWished([shirt], 'dress')).toBe(false);
});
