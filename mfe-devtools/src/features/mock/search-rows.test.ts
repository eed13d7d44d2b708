import { expect, test } from 'vitest';
import { searchRows } from './search-rows.ts';
import { newRows } from './tables.ts';

const coat = {
  ...newRows.products,
  _id: 'coat',
  title: 'Puddle Raincoat',
  image: '',
  price: '1499',
};
const dress = { ...newRows.products, _id: 'dress', title: 'Wrap Dress', image: '', price: '1499' };

test.each([
  ['', [coat, dress]],
  ['  ', [coat, dress]],
  ['RAINCOAT', [coat]],
  ['1499 dress', [dress]],
  ['1499', [coat, dress]],
  ['velvet', []],
  // A field's name is not searched.
  ['original_price', []],
])('%j finds the rows with every word in their values', (query, found) => {
  expect(searchRows([coat, dress], query)).toEqual(found);
});
