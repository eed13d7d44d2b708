import { cartAtom, sessionAtom } from '@patchwork/shop';
import type { Session } from '@patchwork/shop/domain';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { orderHistoryAtom } from '../../state/orders.ts';
import { pendingPaymentAtom } from '../../state/payment.ts';
import { editProduct, openPage, openPaymentOf, twoLines } from '../../test-support.tsx';
import { Checkout } from './Checkout.tsx';

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
  vi.spyOn(console, 'error').mockReturnValue();
  const { user, mock } = await returnToCheckout();
  mock.fail({ listProducts: 500 });
  const asked = mock.calls.length;
  expect(placeOrder().getAttribute('aria-disabled')).toBe('true');
  expect(describedBy(placeOrder())).toContain('A payment is still open');
  await user.click(placeOrder());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(mock.calls).toHaveLength(asked);
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
  const { store, mock } = await openCheckout();
  await openPaymentOf(store);
  cleanup();
  const hold = (in_stock: boolean) => {
    for (const { product } of twoLines) editProduct(mock, product.id, { in_stock });
  };
  hold(false);
  const { user } = await openCheckout({ mock });
  await user.click(await screen.findByRole('radio', { name: /Loom Street/ }));
  expect(screen.queryByText(/is out of stock/)).toBeNull();
  hold(true);
  await user.click(await screen.findByRole('button', { name: 'Discard this payment' }));
  await waitFor(() => expect(describedBy(placeOrder())).toBeUndefined());
  await user.click(placeOrder());
  expect(await screen.findByRole('dialog', { name: 'Simulated payment' })).toBeDefined();
});

/** Writes the session as another tab does when someone else logs in there. */
function logInElsewhere({ user, token }: Session) {
  localStorage.setItem('patchwork:user', JSON.stringify({ version: 2, value: user }));
  localStorage.setItem('userToken', token);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userToken' })));
}

test('a payment ends here when another shopper logs in, and never becomes their order', async () => {
  const { user, store, mock } = await openCheckout();
  const form = { name: 'Meera Nair', email: 'meera@patchwork.example', password: 'needle' };
  const meera = await mock.connect().signup({ body: { ...form, confirmPassword: 'needle' } });
  if (!meera.ok) throw new Error('Meera could not sign up');
  await user.click(await screen.findByRole('radio', { name: /Loom Street/ }));
  await user.click(placeOrder());
  await screen.findByRole('dialog');
  await user.click(screen.getByRole('button', { name: 'Pay successfully after 3 seconds' }));
  await screen.findByText(/thinking/);
  logInElsewhere(meera.value);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(mock.idle);
  expect(store.get(sessionAtom)).toEqual(meera.value);
  expect([store.get(orderHistoryAtom), store.get(cartAtom).items]).toEqual([[], []]);
  expect(store.get(pendingPaymentAtom)).toBeNull();
  logInElsewhere(await mock.logIn());
  await waitFor(() => expect(store.get(pendingPaymentAtom)).toMatchObject({ total: 6897 }));
});
