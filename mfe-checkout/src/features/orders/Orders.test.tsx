import { err, ok } from '@patchwork/domain';
import { ordersLoadAtom, placeOrderAtom } from '@patchwork/state';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, openPage, openPaymentOf } from '../../test-support.tsx';
import { Orders } from './Orders.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const openOrders = () => openPage({ path: '/orders', Component: Orders });

test('without orders it says so and leads to the shop', async () => {
  const { user } = await openOrders();
  expect(screen.getByRole('heading', { level: 1, name: 'My Orders' })).toBeDefined();
  expect(await screen.findByRole('heading', { level: 2, name: 'No orders yet' })).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Shop the collection' }));
  expect(screen.getByText('arrived at /productlist')).toBeDefined();
});

test('each order shows lines, total, address, date and payment reference, the newest first', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { user, store, router } = await openOrders();
  for (const paymentReference of ['pay_first', 'pay_second']) {
    const { key } = await openPaymentOf(store);
    await act(() => store.set(placeOrderAtom, { key, paymentId: paymentReference, signature: '' }));
  }
  await act(() => router.navigate('/orders'));
  const orders = await screen.findAllByRole('article', { name: /^Order of \d/ });
  const [newest] = orders;
  if (!newest) throw new Error('two orders were placed');
  const shown = within(newest);
  expect(shown.getByText('pay_second')).toBeDefined();
  expect(shown.getByRole('row', { name: 'Indigo Overshirt 2 ₹4,998' })).toBeDefined();
  expect(shown.getByRole('row', { name: 'Total Price ₹6,897' })).toBeDefined();
  expect(shown.getByText('12/4, Loom Street')).toBeDefined();
  expect(orders).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('offline it says so, and loads the orders when the network is back', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { server } = await openPage({
    path: '/orders',
    Component: Orders,
    calls: { listOrders: async () => err({ kind: 'network', message: 'Network Error' }) },
  });
  expect(await screen.findByText('Your orders could not be loaded.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.queryByText('No orders yet')).toBeNull();
  server.listOrders = async () => ok({ orders: [] });
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('No orders yet')).toBeDefined();
});

test('orders that were none before are not called none when they cannot be loaded again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { server, store } = await openOrders();
  expect(await screen.findByText('No orders yet')).toBeDefined();
  server.listOrders = async () => err(failure);
  await act(() => store.get(ordersLoadAtom).refetch());
  expect(await screen.findByText('Your orders could not be loaded.')).toBeDefined();
  expect(screen.queryByText('No orders yet')).toBeNull();
});
