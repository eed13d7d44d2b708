import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PaymentRequest } from './provider.ts';
import { createSimulator } from './simulator.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

let count = 0;
function aRequest(): PaymentRequest {
  count += 1;
  return {
    key: `key-${count}`,
    amount: 2719,
    name: 'Asha Rao',
    email: 'asha@patchwork.example',
    mobile: '9876543210',
  };
}

async function open(request = aRequest(), signal?: AbortSignal) {
  const simulator = createSimulator();
  const outcome = simulator.pay(request, signal);
  const dialog = await screen.findByRole('dialog', { name: 'Simulated payment' });
  const choose = (name: string | RegExp) =>
    userEvent.setup().click(screen.getByRole('button', { name }));
  return { simulator, request, outcome, dialog, choose };
}

const expectGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the dialog says that it is a simulation, and the amount', async () => {
  const { dialog, choose } = await open();
  expect(dialog.textContent).toContain('No money moves');
  expect(dialog.textContent).toContain('₹2,719');
  await choose('Close without paying');
  await expectGone();
});

test('a success is paid, and its status says so afterwards', async () => {
  const { simulator, request, outcome, choose } = await open();
  expect(await simulator.findStatus(request.key)).toEqual({ kind: 'unpaid' });
  await choose('Pay successfully');
  const paid = await outcome;
  expect(paid).toEqual({ kind: 'paid', reference: expect.stringMatching(/^sim_/) });
  expect(await simulator.findStatus(request.key)).toEqual(paid);
  await expectGone();
});

test('a key that was paid is not paid again, and opens nothing', async () => {
  const { simulator, request, outcome, choose } = await open();
  await choose('Pay successfully');
  expect(await simulator.pay(request)).toEqual(await outcome);
  await expectGone();
});

test('a callback that comes twice makes one payment', async () => {
  const { simulator, request, outcome, choose } = await open();
  await choose('Pay, and call back twice');
  expect(await simulator.findStatus(request.key)).toEqual(await outcome);
});

test.each([
  ['Decline the payment', { kind: 'declined', reason: 'The simulated bank declined the payment.' }],
  ['Close without paying', { kind: 'dismissed' }],
])('%s leaves nothing paid', async (button, expected) => {
  const { simulator, request, outcome, choose } = await open();
  await choose(button);
  expect(await outcome).toEqual(expected);
  expect(await simulator.findStatus(request.key)).toEqual({ kind: 'unpaid' });
});

test('Escape closes without paying', async () => {
  const { dialog, outcome } = await open();
  act(() => (dialog as HTMLDialogElement).close());
  expect(await outcome).toEqual({ kind: 'dismissed' });
});

test('a late success is charged before its outcome arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { simulator, request, outcome, choose } = await open();
  await choose(/after 3 seconds/);
  expect(screen.getByRole('status').textContent).toContain('thinking');
  expect(await simulator.findStatus(request.key)).toMatchObject({ kind: 'paid' });
  act(() => void vi.advanceTimersByTime(3000));
  expect(await outcome).toEqual(await simulator.findStatus(request.key));
});

test('leaving the page closes the dialog, and the payment has no outcome', async () => {
  const leaving = new AbortController();
  const { outcome } = await open(aRequest(), leaving.signal);
  leaving.abort(new Error('the page was left'));
  await expect(outcome).rejects.toThrow('the page was left');
  await expectGone();
});

test.each(['{"', '[]', 'null', '{"version":1,"value":7}'])(
  'the stored text %s is not a charge',
  async (garbage) => {
    localStorage.setItem('patchwork:simulated-charge:key', garbage);
    expect(await createSimulator().findStatus('key')).toEqual({ kind: 'unpaid' });
  },
);

test('without storage a charge is known as long as the page is open', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { simulator, request, outcome, choose } = await open();
  await choose('Pay successfully');
  expect(await simulator.findStatus(request.key)).toEqual(await outcome);
});
