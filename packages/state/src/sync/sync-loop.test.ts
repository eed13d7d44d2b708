import { lineItemSchema, ok } from '@patchwork/domain';
import { afterEach, expect, test, vi } from 'vitest';
import { line, memoryStorage } from '../testing/fakes.ts';
import { cartRules } from './cart-rules.ts';
import { ask } from './queue.ts';
import { openLedger } from './stored-queue.ts';
import { createSender } from './sync-loop.ts';

afterEach(() => vi.unstubAllGlobals());

// Found by sync.properties.test.ts with seed 7: nobody tried again, and the page stayed offline for good.
test('an attempt that comes due while another tab sends is made once that tab is done', async () => {
  vi.stubGlobal('localStorage', memoryStorage());
  const ledger = openLedger({ key: 'cart', item: lineItemSchema, onChange: () => {} });
  ledger.update((state) =>
    ask(
      cartRules,
      { ...state, known: [line('shirt', 1)] },
      { type: 'increment', productId: 'shirt' },
    ),
  );
  let isOffline = false;
  let otherTabIsDone = () => {};
  const load = vi.fn(async () => ok([line('shirt', 1)]));
  const sender = createSender({
    ledger,
    rules: cartRules,
    load,
    call: async () => ok([line('shirt', 2)]),
    isOver: () => false,
    isOffline: () => isOffline,
    onReached: () => {
      isOffline = false;
    },
    onLost: () => {},
    onDone: () => {},
    onRefused: () => {},
    lock: async (_name, work) => {
      await new Promise<void>((resolve) => {
        otherTabIsDone = resolve;
      });
      await work();
    },
  });
  void sender.run();
  isOffline = true;
  void sender.run('again');
  otherTabIsDone();
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await sender.settled('shirt');
  expect(isOffline).toBe(false);
  expect(ledger.read().lines).toEqual([]);
});
