import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type Order, orderSchema } from './order.ts';
import { anAddress } from './testing.ts';

const order: Order = {
  id: 'key-1',
  placedAt: '2026-11-21T07:01:00.000Z',
  paymentReference: 'pay_1',
  lines: [
    {
      product: {
        id: 'tunic',
        title: 'Chikankari Tunic',
        image: '/images/tunic.svg',
        description: '',
        category: 'WOMEN',
        size: 'L',
        price: 1799,
        originalPrice: 1650,
        rating: 4.3,
        reviews: '1.1k',
        inStock: true,
        deliveryDays: 4,
        trending: false,
      },
      quantity: 2,
    },
  ],
  total: 3598,
  address: anAddress,
};

test('an order that was stored is read again', () => {
  expect(v.parse(orderSchema, JSON.parse(JSON.stringify(order)))).toEqual(order);
});

test.each([
  { id: '' },
  { placedAt: 'yesterday' },
  // The right form, but no such time: formatting it throws.
  { placedAt: '2026-01-15T10:30:00+05' },
  { lines: [] },
  { lines: [{ product: {}, quantity: 1 }] },
  { lines: order.lines.map((line) => ({ ...line, quantity: 0 })) },
  { total: 1.5 },
  { address: null },
])('an order that was tampered with is refused: %j', (change) => {
  expect(v.is(orderSchema, { ...order, ...change })).toBe(false);
});
