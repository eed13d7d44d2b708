import { err, ok } from '@patchwork/shop/domain';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { PaymentRequest, Simulate } from './provider.ts';
import { createSimulator } from './simulator.tsx';

let count = 0;
function aRequest(): PaymentRequest {
  count += 1;
  return {
    key: `key-${count}`,
    payment: { provider: 'simulator', orderId: `order-${count}` },
    amount: 2719,
    name: 'Asha Rao',
    email: 'asha@patchwork.example',
    mobile: '9876543210',
  };
}

const paid = { paymentId: 'sim_1', signature: 'signed' };

const createBank = () =>
  vi.fn<Simulate>(async (_orderId, outcome) =>
    outcome === 'success' ? ok(paid) : err('The simulated bank declined the payment.'),
  );

async function open(request = aRequest(), signal?: AbortSignal, bank = createBank()) {
  const simulator = createSimulator(bank);
  const outcome = simulator.pay(request, signal);
  const dialog = await screen.findByRole('dialog', { name: 'Simulated payment' });
  const choose = (name: string | RegExp) =>
    userEvent.setup().click(screen.getByRole('button', { name }));
  return { bank, request, outcome, dialog, choose };
}

test.each([
  ['Pay successfully', { kind: 'paid', ...paid }, ['success']],
  ['Pay, and call back twice', { kind: 'paid', ...paid }, ['success']],
  [
    'Decline the payment',
    { kind: 'declined', reason: 'The simulated bank declined the payment.' },
    ['decline'],
  ],
  ['Close without paying', { kind: 'dismissed' }, []],
  ['Escape', { kind: 'dismissed' }, []],
])('%s calls the bank at most once and ends the payment', async (name, expected, asked) => {
  const { bank, request, outcome, dialog, choose } = await open();
  expect(dialog.textContent).toContain('No money moves');
  expect(dialog.textContent).toContain('₹2,719');
  expect(bank).not.toHaveBeenCalled();
  if (name === 'Escape') act(() => (dialog as HTMLDialogElement).close());
  else await choose(name);
  expect(await outcome).toEqual(expected);
  expect(bank.mock.calls).toEqual(asked.map((wanted) => [request.payment.orderId, wanted]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an unreachable bank makes the payment unavailable and shows the reason', async () => {
  const bank = vi.fn<Simulate>(async () => err('The shop could not be reached.'));
  const { outcome, choose } = await open(aRequest(), undefined, bank);
  await choose('Pay successfully');
  expect(await outcome).toEqual({ kind: 'unavailable', reason: 'The shop could not be reached.' });
});

test('a late success is charged before its outcome is returned', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { bank, outcome, choose } = await open();
  await choose(/after 3 seconds/);
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('thinking'));
  expect(bank).toHaveBeenCalledOnce();
  act(() => void vi.advanceTimersByTime(3000));
  expect(await outcome).toEqual({ kind: 'paid', ...paid });
});

test('leaving the page closes the dialog, and the payment has no outcome', async () => {
  const leaving = new AbortController();
  const { outcome } = await open(aRequest(), leaving.signal);
  leaving.abort(new Error('the page was left'));
  await expect(outcome).rejects.toThrow('the page was left');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
