import { act, cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { placeOrderAtom } from '../../state/payment.ts';
import { openPage, openPaymentOf } from '../../test-support.tsx';
import { OrderPlaced } from './OrderPlaced.tsx';

const openOrderPlaced = () => openPage({ path: '/orderplaced', Component: OrderPlaced });

test('without an order it says so and links to the shop', async () => {
  const { user } = await openOrderPlaced();
  expect(await screen.findByRole('heading', { level: 1, name: 'No order to show' })).toBeDefined();
  expect(screen.queryByText(/Successfully/)).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Checkout more deals!' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});

test('a new order is confirmed with its lines and links to other pages', async () => {
  const { store } = await openOrderPlaced();
  const { key } = await openPaymentOf(store);
  await act(() => store.set(placeOrderAtom, { key, paymentId: 'pay_1', signature: '' }));
  expect(
    await screen.findByRole('heading', {
      level: 1,
      name: 'Your Order has been Placed Successfully',
    }),
  ).toBeDefined();
  expect(screen.getByText('Thank you for shopping with us')).toBeDefined();
  expect(screen.getByRole('row', { name: 'Work Trousers 1 ₹1,899' })).toBeDefined();
  expect(screen.getByText('pay_1')).toBeDefined();
  expect(screen.getByText(/^PW-[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeDefined();
  expect(screen.getByText(/^Arrives by \w+day, \d+ \w+$/)).toBeDefined();
  expect(document.querySelector('[aria-current="step"]')?.textContent).toBe('Done');
  expect(screen.getByRole('link', { name: 'Checkout more deals!' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'All your orders' }).getAttribute('href')).toBe(
    '/orders',
  );
});

test('an order that can’t be loaded after a reload is not reported as missing', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { store, mock } = await openOrderPlaced();
  const { key } = await openPaymentOf(store);
  await act(() => store.set(placeOrderAtom, { key, paymentId: 'pay_1', signature: '' }));
  cleanup();
  mock.fail({ listOrders: 'network' });
  const { user } = await openPage({ path: '/orderplaced', Component: OrderPlaced, mock });
  await screen.findByText('Your order could not be loaded.');
  mock.fail({});
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Thank you for shopping with us')).toBeDefined();
  expect(screen.getByText('pay_1')).toBeDefined();
});
