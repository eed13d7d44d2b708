import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage, twoLines } from '../../test-support.tsx';
import { Checkout } from './Checkout.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('without an address it says so and leads back to the cart', async () => {
  const { user } = await openPage({ path: '/checkout', Component: Checkout, cart: twoLines });
  expect(screen.getByRole('heading', { level: 1, name: 'Select Address' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 2, name: 'No addresses yet' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Back to your cart' }));
  expect(screen.getByText('arrived at /cart')).toBeDefined();
});

test('the summary of an empty cart says so instead of counting nothing', async () => {
  await openPage({ path: '/checkout', Component: Checkout });
  const summary = within(await screen.findByRole('region', { name: 'Order Summary' }));
  expect(summary.getByText('Your Cart is empty :(')).toBeDefined();
  expect(summary.queryByRole('table')).toBeNull();
});

test('the order summary counts what is in the cart', async () => {
  await openPage({ path: '/checkout', Component: Checkout, cart: twoLines });
  const summary = within(await screen.findByRole('region', { name: 'Order Summary' }));
  expect(summary.getByRole('row', { name: 'Indigo Overshirt 2 ₹4,998' })).toBeDefined();
  expect(summary.getByRole('row', { name: 'Total Price ₹6,897' })).toBeDefined();
});
