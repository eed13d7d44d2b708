import { aProduct } from '@patchwork/testing/samples';
import { expect, test } from 'vitest';
import { recommendProducts } from './recommend-products.ts';

const shirt = aProduct({ id: 'shirt', category: 'MEN', rating: 3.1 });
const coat = aProduct({ id: 'coat', category: 'MEN', rating: 4.5 });
const dress = aProduct({ id: 'dress', category: 'WOMEN', rating: 4.9 });
const scarf = aProduct({ id: 'scarf', category: 'WOMEN', rating: 4.2 });
const boots = aProduct({ id: 'boots', category: 'KIDS', rating: 4.9 });
const products = [shirt, coat, dress, scarf, boots];

const recommended = (given: typeof products, limit = 9, all = products) =>
  recommendProducts(all, given, limit).map(({ id }) => id);

test('products of the same category come first, the best rated before the others', () => {
  expect(recommended([boots])).toEqual(['dress', 'coat', 'scarf', 'shirt']);
  expect(recommended([shirt])).toEqual(['coat', 'dress', 'boots', 'scarf']);
});

test('the category of most given products comes first', () => {
  const given = [dress, scarf, coat];
  const blouse = aProduct({ id: 'blouse', category: 'WOMEN', rating: 2.5 });
  expect(recommended(given, 9, [...products, blouse])).toEqual(['blouse', 'shirt', 'boots']);
});

test('what is given already, or is out of stock, is not recommended', () => {
  const sold = { ...coat, inStock: false };
  expect(recommended([shirt], 9, [shirt, sold, scarf])).toEqual(['scarf']);
});

test('equally rated products keep the order of the catalogue', () => {
  expect(recommended([])).toEqual(['dress', 'boots', 'coat', 'scarf', 'shirt']);
});

test('there are no more than asked for', () => {
  expect(recommended([shirt], 2)).toEqual(['coat', 'dress']);
});
