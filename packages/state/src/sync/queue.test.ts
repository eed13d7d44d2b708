import type { LineItem } from '@patchwork/domain';
import { expect, test } from 'vitest';
import { line } from '../testing/fakes.ts';
import { cartList } from './cart-list.ts';
import { emptyQueue, type QueueEvent, reduceQueue, shownItems } from './queue.ts';

const play = (...events: QueueEvent<LineItem>[]) =>
  events.reduce<ReturnType<typeof reduceQueue<LineItem>>>(
    (queue, event) => reduceQueue(cartList, queue, event),
    emptyQueue,
  );

// Found by sync.properties.test.ts with seed 3: the line came back, and stayed.
test('a list that was requested before a reload does not replace what the reload brought', () => {
  const before = [line('shirt', 2)];
  const queue = play(
    { type: 'loaded', items: before, revision: 0 },
    { type: 'changed', change: { type: 'remove', productId: 'shirt' } },
    { type: 'sending', productId: 'shirt' },
    // Another tab requests the list at revision 0, the response to the removal is lost, and the
    // sync loop reloads.
    { type: 'reloaded', items: [] },
    { type: 'loaded', items: before, revision: 0 },
  );
  expect(shownItems(cartList, queue)).toEqual([]);
});

test('a list that was requested before an order took its lines does not bring them back', () => {
  const before = [line('shirt', 2), line('dress', 1)];
  const queue = play(
    { type: 'loaded', items: before, revision: 0 },
    { type: 'bought', orderId: 'order-1', items: [line('shirt', 2)] },
    { type: 'loaded', items: before, revision: 0 },
  );
  expect(shownItems(cartList, queue)).toEqual([line('dress', 1)]);
});

test('what the shopper changed meanwhile stays beside what an order took', () => {
  const queue = play(
    { type: 'loaded', items: [line('shirt', 2)], revision: 0 },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    { type: 'sending', productId: 'shirt' },
    { type: 'bought', orderId: 'order-1', items: [line('shirt', 1)] },
  );
  expect(shownItems(cartList, queue)).toEqual([line('shirt', 2)]);
});

// Two tabs complete the same payment while one of them raises the quantity.
test('an order takes its lines once, whichever tabs learn of it', () => {
  const bought = { type: 'bought', orderId: 'order-1', items: [line('shirt', 2)] } as const;
  const queue = play(
    { type: 'loaded', items: [line('shirt', 3)], revision: 0 },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    bought,
    bought,
  );
  expect(shownItems(cartList, queue)).toEqual([line('shirt', 2)]);
});

test('pieces that were asked for while an order took the whole line are a line of their own', () => {
  const queue = play(
    { type: 'loaded', items: [line('shirt', 2)], revision: 0 },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    { type: 'bought', orderId: 'order-1', items: [line('shirt', 2)] },
  );
  expect(shownItems(cartList, queue)).toEqual([line('shirt', 2)]);
});

test('a line of 999 pieces takes no more: an increment is not queued, and the next decrement counts', () => {
  const step = (type: 'increment' | 'decrement') =>
    ({ type: 'changed', change: { type, productId: 'shirt' } }) as const;
  const queue = play(
    { type: 'loaded', items: [line('shirt', 998)], revision: 0 },
    ...[step('increment'), step('increment'), step('increment'), step('decrement')],
  );
  expect(shownItems(cartList, queue)).toEqual([line('shirt', 998)]);
  expect(queue.pending).toEqual([]);
});
