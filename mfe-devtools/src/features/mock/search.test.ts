import { expect, test } from 'vitest';
import { searchRows } from './search.ts';
import { blankRows } from './tables.ts';

const [blank] = blankRows.products;
if (!blank) throw new Error('there is no blank product');
const coat = { ...blank, _id: 'coat', title: 'Puddle Raincoat', image: '', price: '1499' };
const dress = { ...blank, _id: 'dress', title: 'Wrap Dress', image: '', price: '1499' };

test.each([
  ['', [coat, dress]],
  ['  ', [coat, dress]],
  ['RAINCOAT', [coat]],
  ['1499 dress', [dress]],
  ['1499', [coat, dress]],
  ['velvet', []],
  // A field's name is no value.
  ['original_price', []],
])('%j finds the rows with every word in their values', (query, found) => {
  expect(searchRows([coat, dress], query)).toEqual(found);
});
