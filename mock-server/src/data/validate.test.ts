import { expect, test } from 'vitest';
import { createHugeCatalogue } from '../control/scenarios.ts';
import { tableNames } from './difference.ts';
import type { TableName } from './rows.ts';
import { sampleTables, sampleUsers } from './sample-tables.ts';
import { checkRow } from './validate.ts';

const [product] = sampleTables.products;
const [category] = sampleTables.categories;
const [user] = sampleUsers;

test('every row of the sample and of the huge catalogue is valid', () => {
  const tables = { ...sampleTables, products: createHugeCatalogue() };
  for (const table of tableNames) {
    for (const row of tables[table]) {
      expect(checkRow(table, row, row._id)).toEqual({ ok: true, value: row });
    }
  }
});

test('a product without ratings is valid, and so is a user with further fields', () => {
  expect(checkRow('products', { ...product, rating: '' })).toMatchObject({ ok: true });
  const row = { ...user, pets: ['Tuck'] };
  expect(checkRow('users', row)).toEqual({ ok: true, value: row });
});

test.each<[TableName, unknown, string]>([
  ['products', { ...product, price: 2499 }, 'price is a whole number written as text'],
  ['products', { ...product, price: '24.99' }, 'price is a whole number written as text'],
  ['products', { ...product, price: 'cheap' }, 'price is a whole number written as text'],
  ['products', { ...product, original_price: '' }, 'original_price is a whole number'],
  ['products', { ...product, delivery_time: '-1' }, 'delivery_time is a whole number'],
  ['products', { ...product, rating: '5.1' }, 'rating is a number from 0 to 5'],
  ['products', { ...product, rating: 4 }, 'rating is a number from 0 to 5'],
  ['products', { ...product, category: 'MEN' }, 'category is one of Men, Women, Kids'],
  ['products', { ...product, size: 'XS' }, 'size is one of S, M, L, XL, XXL'],
  ['products', { ...product, title: ' ' }, 'title is text that is not empty'],
  ['products', { ...product, in_stock: 'yes' }, 'in_stock is true or false'],
  ['products', { ...product, pictures: [{ image: 'x' }] }, 'pictures.0.alt is missing'],
  ['products', { ...product, cloth: 'red' }, 'cloth is no field of it'],
  [
    'products',
    { ...product, colour: { name: 'Red', swatch: 'red' } },
    'colour.swatch is a colour such as #2b3766',
  ],
  ['products', { _id: 'x', title: 'X' }, 'image is missing'],
  ['products', { ...product, _id: '' }, '_id is text that is not empty'],
  ['products', null, 'products: is an object'],
  ['products', [], '_id is missing'],
  ['products', undefined, 'products: is not JSON'],
  ['categories', { ...category, categoryName: 'Pets' }, 'categoryName is one of Men, Women, Kids'],
  ['categories', { ...category, image: null }, 'image is text'],
  ['users', { ...user, email: '' }, 'email is text that is not empty'],
  ['users', { ...user, cart: {} }, 'cart is a list'],
  ['users', { ...user, cart: [7] }, 'cart.0 is an object'],
  [
    'users',
    { ...user, wishlist: [{ ...product, createdAt: 'x' }] },
    'wishlist.0.updatedAt is missing',
  ],
  [
    'users',
    { ...user, cart: [{ ...product, createdAt: 'x', updatedAt: 'x', qty: 1.5 }] },
    'cart.0.qty is a whole number',
  ],
  ['users', { ...user, note: 'x'.repeat(2_000_001) }, 'has more than 2000000 characters'],
])('%s: %#: refused with the field named', (table, row, message) => {
  const result = checkRow(table, row);
  expect(result).toMatchObject({ ok: false });
  expect(result.ok ? [] : result.error).toContainEqual(expect.stringContaining(message));
});

test('all invalid fields are named, each once', () => {
  const result = checkRow('products', { ...product, price: '-', rating: '-' }, product?._id);
  expect(result).toEqual({
    ok: false,
    error: [
      `products/${product?._id}: price is a whole number written as text`,
      `products/${product?._id}: rating is a number from 0 to 5 written as text, or empty`,
    ],
  });
});

test('a value that JSON cannot hold, or that is nested too deeply, is refused', () => {
  const cycle: Record<string, unknown> = { ...user };
  cycle.self = cycle;
  expect(checkRow('users', cycle)).toEqual({ ok: false, error: ['users: is not JSON'] });
  const deep = JSON.parse(`${'[['.repeat(20)}${']]'.repeat(20)}`);
  expect(checkRow('users', { ...user, deep })).toMatchObject({
    error: [expect.stringContaining('nested more than 20 levels deep')],
  });
});
