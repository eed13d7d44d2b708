import { expect, test } from 'vitest';
import { newRows, searchRows } from './tables.ts';

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
  ['RAINCOAT', [coat]],
  ['1499 dress', [dress]],
  // Field names aren't searched.
  ['original_price', []],
])('%j finds the rows that contain every word', (query, found) => {
  expect(searchRows([coat, dress], query)).toEqual(found);
});
