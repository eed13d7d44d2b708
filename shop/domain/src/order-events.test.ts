import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineItem, lineTotal } from './cart.ts';
import type { OrderEvent } from './order.ts';
import {
  cashToCollect,
  decide,
  dueRefunds,
  findEvent,
  lineState,
  type OrderAction,
  type OrderLife,
  orderStatus,
  refundedAmount,
} from './order-events.ts';
import { aProduct } from './testing.ts';

const ids = ['shirt', 'coat', 'scarf'];

const orders: fc.Arbitrary<OrderLife> = fc
  .tuple(
    fc.array(
      fc.record({ price: fc.nat({ max: 5000 }), quantity: fc.integer({ min: 1, max: 3 }) }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    // Prepaid, or paid in cash on delivery with this fee.
    fc.option(fc.nat({ max: 100 }), { nil: undefined }),
  )
  .map(([pieces, fee]) => {
    const lines = pieces.map(({ price, quantity }, at) => ({
      product: aProduct({ id: ids[at] ?? '', price }),
      quantity,
    }));
    const total = lines.reduce((sum, line) => sum + lineTotal(line), fee ?? 0);
    return { lines, total, events: [], ...(fee !== undefined && { cashOnDelivery: { fee } }) };
  });

const someIds = fc.subarray([...ids, 'unknown']);
const reason = fc.constant('It is too small');

const actions: fc.Arbitrary<OrderAction> = fc.oneof(
  fc.constant({ type: 'pack' } as const),
  fc.constant({ type: 'ship', carrier: 'India Post' } as const),
  fc.constant({ type: 'deliver' } as const),
  fc.constant({ type: 'refuse' } as const),
  fc.record({
    type: fc.constant('cancel' as const),
    products: someIds,
    by: fc.constantFrom('shopper' as const, 'operator' as const),
  }),
  fc.record({ type: fc.constant('cancel' as const), by: fc.constant('shopper' as const) }),
  fc.record({
    type: fc.constant('askReturn' as const),
    products: someIds,
    reason,
    days: fc.constant(14),
  }),
  fc.record({ type: fc.constant('acceptReturn' as const), products: someIds }),
  fc.record({ type: fc.constant('declineReturn' as const), products: someIds, reason }),
  fc.record({ type: fc.constant('grantRefund' as const), products: someIds, reason }),
  fc.record({ type: fc.constant('confirmRefund' as const), cause: fc.nat({ max: 8 }) }),
  fc.record({
    ...{ type: fc.constant('recordRefund' as const), products: someIds },
    reference: fc.constant('UPI 433512'),
  }),
);

/** An action, and the hours that pass before it. */
const steps = fc.array(fc.tuple(actions, fc.nat({ max: 200 })), { maxLength: 25 });

const after = (order: OrderLife, event: OrderEvent | undefined): OrderLife =>
  event ? { ...order, events: [...order.events, event] } : order;

/** Applies the actions in turn. `check` gets each order before and after. */
function live(
  start: OrderLife,
  taken: readonly (readonly [OrderAction, number])[],
  check: (before: OrderLife, now: OrderLife, action: OrderAction, at: string) => void,
) {
  let order = start;
  let time = Date.parse('2026-03-01T09:00:00Z');
  for (const [action, hours] of taken) {
    time += hours * 3_600_000;
    const at = new Date(time).toISOString();
    const decided = decide(order, action, at);
    const now = decided.ok ? after(order, decided.value) : order;
    check(order, now, action, at);
    order = now;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** Statuses in order. A status only ever changes to a later one, or to the end by a cancellation or refund. */
const stages = ['placed', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded'];

describe('an order that is changed at random', () => {
  const law = (check: Parameters<typeof live>[2]) => () =>
    fc.assert(
      fc.property(orders, steps, (order, taken) => live(order, taken, check)),
      {
        numRuns: 500,
      },
    );

  test(
    'is never refunded more than was paid, and exactly for the lines that were cancelled or returned',
    law((_, now) => {
      const isPaidFor = ({ product }: LineItem) =>
        (now.cashOnDelivery ? [] : ['cancelled'])
          .concat(['returned', 'refundGranted'])
          .includes(lineState(now, product.id));
      const due = sum(dueRefunds(now).map(({ amount }) => amount));
      expect(refundedAmount(now) + due).toBe(sum(now.lines.filter(isPaidFor).map(lineTotal)));
      const collected = findEvent(now, 'delivered')?.cash ?? 0;
      const paid = now.cashOnDelivery ? collected : now.total;
      expect(refundedAmount(now) + due).toBeLessThanOrEqual(paid);
    }),
  );

  test(
    'is paid in cash once, when it is delivered: the lines that are left, and the fee',
    law((before, now) => {
      const [event] = now.events.slice(before.events.length);
      if (event?.type !== 'delivered') return;
      const left = now.lines.filter(({ product }) => lineState(now, product.id) !== 'cancelled');
      const price = sum(left.map(lineTotal));
      expect(event.cash).toBe(now.cashOnDelivery && price + now.cashOnDelivery.fee);
      expect(event.cash).toBe(now.cashOnDelivery && cashToCollect(before));
    }),
  );

  test(
    'with cash on delivery is refused at the door only on its way, and owes nothing then',
    law((before, now, action) => {
      const [event] = now.events.slice(before.events.length);
      if (action.type !== 'refuse' || !event) return;
      expect(before.cashOnDelivery).toBeDefined();
      expect(orderStatus(before)).toBe('shipped');
      expect(orderStatus(now)).toBe('cancelled');
      expect(dueRefunds(now)).toEqual([]);
      expect(cashToCollect(now)).toBe(0);
    }),
  );

  test(
    'with cash on delivery is refunded by no provider, and a prepaid one by no operator',
    law((before, now, action) => {
      if (now === before) return;
      if (action.type === 'confirmRefund') expect(now.cashOnDelivery).toBeUndefined();
      if (action.type === 'recordRefund') expect(now.cashOnDelivery).toBeDefined();
    }),
  );

  test(
    'gets at most one event from each action, and none from a repetition',
    law((before, now, action, at) => {
      expect(now.events.slice(0, before.events.length)).toEqual(before.events);
      expect(now.events.length - before.events.length).toBeLessThanOrEqual(1);
      const again = decide(now, action, at);
      if (again.ok) expect(again.value).toBeUndefined();
    }),
  );

  test(
    'is packed, shipped and delivered at most once, in this order',
    law((_, now) => {
      const types = now.events.map(({ type }) => type);
      const moves = types.filter((type) => ['packed', 'shipped', 'delivered'].includes(type));
      expect(moves).toEqual(['packed', 'shipped', 'delivered'].slice(0, moves.length));
    }),
  );

  test(
    'never returns to an earlier status',
    law((before, now) => {
      const stage = (order: OrderLife) => stages.indexOf(orderStatus(order));
      expect(stage(now)).toBeGreaterThanOrEqual(stage(before));
    }),
  );

  test(
    'keeps a line cancelled, returned or refunded for ever',
    law((before, now) => {
      for (const id of ids) {
        const state = lineState(before, id);
        const isFinal = ['cancelled', 'returned', 'refundGranted'].includes(state);
        if (isFinal) expect(lineState(now, id)).toBe(state);
      }
    }),
  );

  test(
    'can be cancelled by its shopper only until it is packed, and by the shop until it is shipped',
    law((before, now, action) => {
      const [event] = now.events.slice(before.events.length);
      if (event?.type !== 'cancelled' || action.type === 'refuse') return;
      expect(['placed', 'packed']).toContain(orderStatus(before));
    }),
  );
});

const at = '2026-03-01T09:00:00.000Z';
const line = { product: aProduct({ id: 'shirt', price: 999 }), quantity: 2 };
const placed: OrderLife = { lines: [line], total: 1998, events: [] };

const packed = after(placed, { at, type: 'packed' });
const delivered: OrderLife = {
  ...packed,
  events: [
    ...packed.events,
    { at, type: 'shipped', carrier: 'India Post' },
    { at, type: 'delivered' },
  ],
};

describe('decide', () => {
  test('refuses a shopper’s cancellation of a packed order, but not the shop’s', () => {
    expect(decide(packed, { type: 'cancel', by: 'shopper' }, at)).toEqual({
      ok: false,
      error: 'orderPacked',
    });
    expect(decide(packed, { type: 'cancel', by: 'operator' }, at)).toMatchObject({
      ok: true,
      value: { type: 'cancelled', products: ['shirt'] },
    });
  });

  test('refuses to cancel a delivered order with another reason than one on its way', () => {
    const shipped = { ...delivered, events: delivered.events.slice(0, -1) };
    const reasonOf = (order: OrderLife) => decide(order, { type: 'cancel', by: 'shopper' }, at);
    expect(reasonOf(shipped)).toEqual({ ok: false, error: 'orderShipped' });
    expect(reasonOf(delivered)).toEqual({ ok: false, error: 'orderDelivered' });
  });

  test('accepts a return until the last moment of the period, and refuses it after that', () => {
    const ask = (time: string) =>
      decide(
        delivered,
        { type: 'askReturn', products: ['shirt'], reason: 'Too small', days: 14 },
        time,
      );
    expect(ask('2026-03-15T09:00:00.000Z').ok).toBe(true);
    expect(ask('2026-03-15T09:00:00.001Z')).toEqual({ ok: false, error: 'returnTooLate' });
  });

  test('refunds a cancelled order once, which makes it refunded', () => {
    const cancelled = after(placed, { at, type: 'cancelled', products: ['shirt'] });
    expect(orderStatus(cancelled)).toBe('cancelled');
    expect(dueRefunds(cancelled)).toEqual([{ cause: 0, amount: 1998 }]);
    const decided = decide(cancelled, { type: 'confirmRefund', cause: 0 }, at);
    const refunded = after(cancelled, decided.ok ? decided.value : undefined);
    expect(orderStatus(refunded)).toBe('refunded');
    expect(dueRefunds(refunded)).toEqual([]);
  });
});

describe('an order with cash on delivery', () => {
  const cash: OrderLife = { ...placed, total: 2047, cashOnDelivery: { fee: 49 } };
  const act = (order: OrderLife, action: OrderAction): OrderLife => {
    const decided = decide(order, action, at);
    if (!decided.ok) throw new Error(decided.error);
    return after(order, decided.value);
  };
  const shipped = act(act(cash, { type: 'pack' }), { type: 'ship', carrier: 'India Post' });
  const returned = [
    { type: 'deliver' },
    { type: 'askReturn', products: ['shirt'], reason: 'Too small', days: 14 },
    { type: 'acceptReturn', products: ['shirt'] },
  ] as const;

  test('that is cancelled gives nothing back', () => {
    const cancelled = act(cash, { type: 'cancel', by: 'shopper' });
    expect(orderStatus(cancelled)).toBe('cancelled');
    expect(dueRefunds(cancelled)).toEqual([]);
  });

  test('is paid when it is delivered', () => {
    expect(cashToCollect(shipped)).toBe(2047);
    expect(act(shipped, { type: 'deliver' }).events.at(-1)).toEqual({
      ...{ at, type: 'delivered', cash: 2047 },
    });
  });

  test('that is refused at the door is cancelled, and only on its way', () => {
    expect(decide(cash, { type: 'refuse' }, at)).toEqual({ ok: false, error: 'orderNotShipped' });
    expect(orderStatus(act(shipped, { type: 'refuse' }))).toBe('cancelled');
    const delivered = act(shipped, { type: 'deliver' });
    expect(decide(delivered, { type: 'refuse' }, at)).toEqual({
      ...{ ok: false, error: 'orderDelivered' },
    });
    expect(decide(placed, { type: 'refuse' }, at)).toEqual({ ok: false, error: 'orderPrepaid' });
  });

  test('that is returned is refunded without the fee, once the operator has recorded it', () => {
    const back = returned.reduce<OrderLife>(act, shipped);
    expect(dueRefunds(back)).toEqual([{ cause: 4, amount: 1998 }]);
    expect(decide(back, { type: 'confirmRefund', cause: 4 }, at)).toEqual({
      ...{ ok: false, error: 'refundUnknown' },
    });
    const record = { type: 'recordRefund', products: ['shirt'], reference: 'UPI 433512' } as const;
    const paid = act(back, record);
    expect(paid.events.at(-1)).toMatchObject({ amount: 1998, reference: 'UPI 433512' });
    expect(orderStatus(paid)).toBe('refunded');
    expect(decide(paid, record, at)).toEqual({ ok: true, value: undefined });
    expect(decide(shipped, record, at)).toEqual({ ok: false, error: 'refundUnknown' });
    expect(decide(delivered, record, at)).toEqual({ ok: false, error: 'orderPrepaid' });
  });
});
