import { isOfflineAtom } from '@patchwork/shop';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { orderHistoryAtom } from '../state/orders.ts';
import { pendingPaymentAtom, placeOrderAtom, simulatePaymentAtom } from '../state/payment.ts';
import { openPage, openPaymentOf, twoLines } from '../test-support.tsx';
import { PendingPaymentNotice } from './PendingPaymentNotice.tsx';

type Visit = Partial<Parameters<typeof openPage>[0]> & { isCharged?: boolean };

/** Opens the page as Asha, who returns to a payment that was opened on an earlier page. */
async function returnTo({ isCharged = false, ...visit }: Visit = {}) {
  const release = isCharged ? lockPayments() : () => {};
  const opened = await openPage({
    path: '/orders',
    Component: PendingPaymentNotice,
    cart: twoLines,
    ...visit,
  });
  const { orderId } = (await act(() => openPaymentOf(opened.store))).payment;
  if (isCharged) await opened.store.set(simulatePaymentAtom, { orderId, outcome: 'success' });
  release();
  return opened;
}

const notice = () => screen.findByRole('region', { name: 'A payment is still open' });

test('a completed payment is confirmed without paying again', async () => {
  const { user, store } = await returnTo({ isCharged: true });
  expect((await notice()).textContent).toContain('₹6,897 for 3 pieces');
  await user.click(await screen.findByRole('button', { name: 'Complete the order' }));
  expect(await screen.findByText('arrived at /orderplaced')).toBeDefined();
  await waitFor(() => expect(store.get(orderHistoryAtom)).toMatchObject([{ total: 6897 }]));
});

test('an uncompleted payment is discarded', async () => {
  const { user, store } = await returnTo();
  const discard = await screen.findByRole('button', { name: 'Discard this payment' });
  expect((await notice()).textContent).not.toContain('went through');
  await user.click(discard);
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'A payment is still open' })).toBeNull(),
  );
  await waitFor(() => expect(store.get(pendingPaymentAtom)).toBeNull());
  await waitFor(() => expect(store.get(orderHistoryAtom)).toEqual([]));
});

test('the focus does not move if the shopper has moved it while a payment is discarded', async () => {
  const { user, mock } = await returnTo();
  const answer = mock.hold('cancelCheckout');
  const search = document.body.appendChild(document.createElement('input'));
  const heading = document.body.appendChild(document.createElement('h1'));
  heading.tabIndex = -1;
  await user.click(await screen.findByRole('button', { name: 'Discard this payment' }));
  search.focus();
  answer();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Discard this payment' })).toBeNull(),
  );
  expect(document.activeElement).toBe(search);
  search.remove();
  heading.remove();
});

const razorpay = {
  provider: 'razorpay',
  key: 'rzp_test_1',
  scriptUrl: 'https://pay.example.com/c.js',
} as const;

/** Makes another tab hold the lock of every payment until the returned function is called. */
function lockPayments(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  type Work = () => Promise<unknown>;
  // Only locks of payments have options: the cart's changes are sent as usual.
  const request = (_name: string, options: LockOptions | Work, work?: Work) =>
    typeof options === 'function' ? options() : released.then(work);
  vi.stubGlobal('navigator', { locks: { request } });
  return release;
}

test('the notice of a payment to the shop’s earlier account does not say that nothing was charged', async () => {
  const visit = { path: '/orders', Component: PendingPaymentNotice };
  const { mock, store: earlier } = await openPage(visit);
  await act(() => openPaymentOf(earlier));
  cleanup();
  const [asha] = mock.control.read().tables.users;
  const checkouts = asha?.checkouts.map(({ checkout }) => ({
    checkout: { ...checkout, payment: { provider: 'razorpay', orderId: 'order_old' } },
  }));
  expect(mock.control.editRow('users', asha?._id ?? '', { ...asha, checkouts }).ok).toBe(true);
  const { store, user } = await openPage({ ...visit, mock });
  const discard = await screen.findByRole('button', { name: 'Discard this payment' });
  expect((await notice()).textContent).toContain('contact the shop');
  expect((await notice()).textContent).not.toContain('Nothing has been charged');
  await user.click(discard);
  await waitFor(() => expect(store.get(pendingPaymentAtom)).toBeNull());
});

test('while the payment may be open in another tab, the notice only refers to that tab', async () => {
  const release = lockPayments();
  await returnTo();
  expect((await notice()).textContent).toContain('Is it open in another tab?');
  expect(within(await notice()).queryByRole('button')).toBeNull();
  release();
  expect(await screen.findByRole('button', { name: 'Discard this payment' })).toBeDefined();
});

/** Opens the page as Asha, who returns to an unpaid payment. Its lookup fails until the returned `reach` is called. */
async function returnWithoutAnswer() {
  const release = lockPayments();
  const opened = await returnTo();
  opened.mock.fail({ settleCheckout: 'network' });
  release();
  expect((await within(await notice()).findByRole('alert')).textContent).toContain(
    'not be reached',
  );
  return {
    ...opened,
    reach: () => opened.mock.fail({}),
  };
}

test('a failed lookup can be retried, and the focus stays in the notice', async () => {
  const { user, reach } = await returnWithoutAnswer();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(await notice());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  reach();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Discard this payment' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('when the shop can be reached again, the payment is looked up again', async () => {
  const { store, reach } = await returnWithoutAnswer();
  expect(store.get(isOfflineAtom)).toBe(true);
  reach();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByRole('button', { name: 'Discard this payment' })).toBeDefined();
});

test('if the payment can’t be looked up, the shopper completes it with its ID', async () => {
  const { user, store } = await returnTo({ configuration: { payment: razorpay } });
  // The notice shows first that it looks the payment up: wait for the result.
  const input = await screen.findByRole('textbox', { name: /Payment ID/ });
  expect((await notice()).textContent).toContain('can’t see from here');
  await user.type(input, 'my bank said yes');
  await user.click(screen.getByRole('button', { name: 'I paid: complete the order' }));
  expect(within(await notice()).getByRole('alert').textContent).toContain('pay_');
  await user.clear(input);
  await user.type(input, ' pay_29QQoUBi66xm2f ');
  await user.click(screen.getByRole('button', { name: 'I paid: complete the order' }));
  expect(await screen.findByText('arrived at /orderplaced')).toBeDefined();
  await waitFor(() =>
    expect(store.get(orderHistoryAtom)).toMatchObject([{ paymentReference: 'pay_29QQoUBi66xm2f' }]),
  );
});

test('a payment ID that already has an order creates no second one', async () => {
  const { user, store, router } = await returnTo({ configuration: { payment: razorpay } });
  const input = () => screen.findByRole('textbox', { name: /Payment ID/ });
  const paid = { paymentId: 'pay_29QQoUBi66xm2f', signature: '' };
  await input();
  const key = store.get(pendingPaymentAtom)?.key ?? '';
  await act(() => store.set(placeOrderAtom, { key, ...paid }));
  await screen.findByText('arrived at /orderplaced');
  await act(() => openPaymentOf(store));
  await act(() => router.navigate('/orders'));
  await user.type(await input(), `${paid.paymentId}{Enter}`);
  expect(within(await notice()).getByRole('alert').textContent).toContain('another order');
  await waitFor(() => expect(store.get(orderHistoryAtom)).toHaveLength(1));
});

test('if the payment can’t be looked up, the shopper can discard it', async () => {
  const { user, store } = await returnTo({ configuration: { payment: razorpay } });
  await user.click(await screen.findByRole('button', { name: 'I did not pay: discard it' }));
  await waitFor(() => expect(store.get(pendingPaymentAtom)).toBeNull());
});
