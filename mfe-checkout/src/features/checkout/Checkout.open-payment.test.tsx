import type { Api } from '@patchwork/api';
import { err, ok } from '@patchwork/domain';
import { cartAtom, orderHistoryAtom, pendingPaymentAtom } from '@patchwork/state';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failure, openPage, openPaymentOf, twoLines } from '../../test-support.tsx';
import { Checkout } from './Checkout.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

type Visit = Partial<Parameters<typeof openPage>[0]>;

const openCheckout = (visit: Visit = {}) =>
  openPage({ path: '/checkout', Component: Checkout, cart: twoLines, ...visit });

/** Asha at checkout, with a payment that an earlier page left open. */
async function returnToCheckout(visit: Visit = {}) {
  const opened = await openCheckout(visit);
  await act(() => openPaymentOf(opened.store));
  await opened.user.click(await screen.findByRole('radio', { name: /Loom Street/ }));
  return opened;
}

const placeOrder = () => screen.getByRole('button', { name: 'Place Order' });
const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent;

test('while a payment is open the order cannot be placed, and the button says why', async () => {
  const listProducts = vi.fn<Api['listProducts']>(async () => err(failure));
  vi.spyOn(console, 'error').mockReturnValue();
  const { user } = await returnToCheckout({ calls: { listProducts } });
  const asked = listProducts.mock.calls.length;
  expect(placeOrder().getAttribute('aria-disabled')).toBe('true');
  expect(describedBy(placeOrder())).toContain('A payment is still open');
  await user.click(placeOrder());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(listProducts).toHaveBeenCalledTimes(asked);
});

test('a button leads to the open payment; once it is settled, the order can be placed', async () => {
  const { user } = await returnToCheckout();
  await user.click(screen.getByRole('button', { name: 'Go to the open payment' }));
  expect(document.activeElement).toBe(
    screen.getByRole('region', { name: 'A payment is still open' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Discard this payment' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Go to the open payment' })).toBeNull(),
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(describedBy(placeOrder())).toBeUndefined();
  await user.click(placeOrder());
  expect(await screen.findByRole('dialog', { name: 'Simulated payment' })).toBeDefined();
});

test('the last pieces, which the open payment holds, do not look sold; once it is discarded they are loaded again', async () => {
  let inStock = false;
  const listProducts: Api['listProducts'] = async () =>
    ok({ products: twoLines.map(({ product }) => ({ ...product, inStock })) });
  const { user } = await returnToCheckout({ calls: { listProducts } });
  expect(screen.queryByText(/is out of stock/)).toBeNull();
  inStock = true;
  await user.click(await screen.findByRole('button', { name: 'Discard this payment' }));
  await waitFor(() => expect(describedBy(placeOrder())).toBeUndefined());
  await user.click(placeOrder());
  expect(await screen.findByRole('dialog', { name: 'Simulated payment' })).toBeDefined();
});

/** What another tab leaves behind when someone else logs in there. */
function logInElsewhere(name: string) {
  const user = { name, firstName: name, lastName: '', email: `${name}@patchwork.example` };
  localStorage.setItem('patchwork:user', JSON.stringify({ version: 2, value: user }));
  localStorage.setItem('userToken', `token-of-${name}`);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })));
}

test('a payment ends here when another shopper logs in, and never becomes their order', async () => {
  const none: Api['listCheckouts'] = async () => ok({ checkouts: [] });
  const { user, store, server } = await openCheckout();
  const ashas = server.listCheckouts;
  await user.click(await screen.findByRole('radio', { name: /Loom Street/ }));
  await user.click(placeOrder());
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Pay successfully after 3 seconds' }));
  await screen.findByText(/thinking/);
  server.listCheckouts = none;
  logInElsewhere('meera');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(store.get(orderHistoryAtom)).toEqual([]);
  await waitFor(() => expect(store.get(cartAtom)).toHaveLength(2));
  server.listCheckouts = ashas;
  logInElsewhere('asha');
  await waitFor(() => expect(store.get(pendingPaymentAtom)).toMatchObject({ total: 6897 }));
});
