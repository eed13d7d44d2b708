import { expect, test } from 'vitest';
import { cashFault, deliveryDays, serviceabilityOf } from './serviceability.ts';
import { aProduct } from './testing.ts';

const terms = { limit: 5000, fee: 49 };

test('without a table, every PIN code is delivered to, in an unknown time', () => {
  const all = { isDeliverable: true, days: null, isCashOnDelivery: false, cashOnDelivery: null };
  expect(serviceabilityOf('560038', null, undefined)).toEqual({ pin: '560038', ...all });
});

test('a PIN code that the table lacks is not delivered to', () => {
  const none = { isDeliverable: false, days: null, isCashOnDelivery: false, cashOnDelivery: terms };
  expect(serviceabilityOf('560038', undefined, terms)).toEqual({ pin: '560038', ...none });
});

test('a PIN code of the table has its days and its cash on delivery', () => {
  const entry = { days: 0, isCashOnDelivery: true };
  expect(serviceabilityOf('560038', entry, terms)).toEqual({
    ...{ pin: '560038', isDeliverable: true, cashOnDelivery: terms },
    ...entry,
  });
});

test('a shop that offers no cash on delivery has none at any PIN code', () => {
  const entry = { days: 0, isCashOnDelivery: true };
  const { isCashOnDelivery } = serviceabilityOf('560038', entry, undefined);
  expect(isCashOnDelivery).toBe(false);
});

test('cash on delivery ends above the limit, and at PIN codes without it', () => {
  const offered = serviceabilityOf('560038', { days: 0, isCashOnDelivery: true }, terms);
  expect(cashFault(offered, 5000)).toBeUndefined();
  expect(cashFault(offered, 5001)).toBe('cashOverLimit');
  const refused = serviceabilityOf('560038', { days: 0, isCashOnDelivery: false }, terms);
  expect(cashFault(refused, 1)).toBe('cashNotOffered');
  expect(cashFault(serviceabilityOf('560038', null, terms), 1)).toBe('cashNotOffered');
  expect(cashFault(serviceabilityOf('560038', undefined, undefined), 1)).toBe('cashNotOffered');
});

test('an order takes as long as its slowest product or its PIN code', () => {
  const lines = [2, 5].map((days) => ({ product: aProduct({ deliveryDays: days }), quantity: 1 }));
  expect(deliveryDays(lines, 3)).toBe(5);
  expect(deliveryDays(lines, 7)).toBe(7);
  expect(deliveryDays([], 0)).toBe(0);
});
