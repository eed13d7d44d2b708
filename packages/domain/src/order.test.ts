import * as v from 'valibot';
import { expect, test } from 'vitest';
import { orderSchema, type PendingPayment, pendingPaymentSchema, recordOrder } from './order.ts';
import { anAddress } from './testing.ts';

const payment: PendingPayment = {
  key: 'key-1',
  openedAt: '2026-11-21T07:00:00.000Z',
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
const placing = { placedAt: '2026-11-21T07:01:00.000Z', paymentReference: 'pay_1' };

test('a payment makes an order, the newest first', () => {
  const [first] = recordOrder([], payment, placing);
  const both = recordOrder(first ? [first] : [], { ...payment, key: 'key-2' }, placing);
  expect(both.map(({ id }) => id)).toEqual(['key-2', 'key-1']);
  expect(both[1]).toMatchObject({ total: 3598, paymentReference: 'pay_1', lines: payment.lines });
});

test('the same payment makes no second order', () => {
  const once = recordOrder([], payment, placing);
  expect(recordOrder(once, payment, { ...placing, paymentReference: 'pay_2' })).toBe(once);
});

test('what was recorded is readable again', () => {
  const [order] = recordOrder([], payment, placing);
  expect(v.is(orderSchema, JSON.parse(JSON.stringify(order)))).toBe(true);
  expect(v.is(pendingPaymentSchema, JSON.parse(JSON.stringify(payment)))).toBe(true);
});

test.each([
  { id: '' },
  { placedAt: 'yesterday' },
  // The right form, but no such time: formatting it throws.
  { placedAt: '2026-01-15T10:30:00+05' },
  { lines: [] },
  { lines: [{ product: {}, quantity: 1 }] },
  { lines: payment.lines.map((line) => ({ ...line, quantity: 0 })) },
  { total: 1.5 },
  { address: null },
])('an order that was tampered with is refused: %j', (change) => {
  const [order] = recordOrder([], payment, placing);
  expect(v.is(orderSchema, { ...order, ...change })).toBe(false);
});
