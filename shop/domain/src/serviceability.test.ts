import { expect, test } from 'vitest';
import { deliveryDays, serviceabilityOf } from './serviceability.ts';
import { aProduct } from './testing.ts';

test('without a table, every PIN code is delivered to, in an unknown time', () => {
  const all = { isDeliverable: true, days: null, isCashOnDelivery: false };
  expect(serviceabilityOf('560038', null)).toEqual({ pin: '560038', ...all });
});

test('a PIN code that the table lacks is not delivered to', () => {
  const none = { isDeliverable: false, days: null, isCashOnDelivery: false };
  expect(serviceabilityOf('560038', undefined)).toEqual({ pin: '560038', ...none });
});

test('a PIN code of the table has its days and its cash on delivery', () => {
  const entry = { days: 0, isCashOnDelivery: true };
  expect(serviceabilityOf('560038', entry)).toEqual({
    ...{ pin: '560038', isDeliverable: true },
    ...entry,
  });
});

test('an order takes as long as its slowest product or its PIN code', () => {
  const lines = [2, 5].map((days) => ({ product: aProduct({ deliveryDays: days }), quantity: 1 }));
  expect(deliveryDays(lines, 3)).toBe(5);
  expect(deliveryDays(lines, 7)).toBe(7);
  expect(deliveryDays(lines, null)).toBe(5);
  expect(deliveryDays([], null)).toBe(0);
});
