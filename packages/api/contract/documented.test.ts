import { expect, test } from 'vitest';
import { encodeProduct } from '../src/index.ts';
import { differences } from './under-test.ts';

const line = {
  ...encodeProduct({
    id: 'kurta',
    title: 'Kurta',
    image: '/kurta.svg',
    description: 'A kurta.',
    category: 'MEN',
    size: 'M',
    price: 500,
    originalPrice: 700,
    rating: 4.5,
    reviews: '12',
    inStock: true,
    deliveryDays: 3,
    trending: false,
  }),
  qty: 1,
};

test('an answer as documented differs in nothing', () => {
  expect(differences('getCart', 200, { cart: [line] })).toBe('');
  expect(differences('getCart', 401, { errors: ['No.'] })).toBe('');
  expect(differences('getCart', 500, { error: { message: 'No.' } })).toBe('');
});

test('a difference is found, in an entry of a list as well', () => {
  expect(differences('getCart', 200, { cart: [{ ...line, qty: null }] })).toMatch(/qty/);
  expect(differences('getCart', 200, { cart: {} })).toMatch(/must be array/);
  expect(differences('getCart', 401, { errors: [] })).toMatch(/fewer/);
  expect(differences('getCart', 500, { error: 'No.' })).toMatch(/must be object/);
});
