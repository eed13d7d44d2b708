import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineItem, lineTotal } from './cart.ts';
import type { ExchangePiece, OrderEvent } from './order.ts';
import {
  cashToCollect,
  decide,
  dueRefunds,
  exchangeCash,
  exchangeDeadline,
  exchangeDifference,
  findEvent,
  findLineEvent,
  hasExchange,
  isCashDue,
  isInExchange,
  lineDeadline,
  lineNow,
  lineState,
  type OrderAction,
  type OrderLife,
  orderStatus,
  refundedAmount,
  returnDeadline,
  type StockMove,
  stockMoves,
} from './order-events.ts';
import { err, ok } from './result.ts';
import { aProduct } from './testing.ts';

const ids = ['shirt', 'coat', 'scarf'];

/** Product of the same style as `id`, in another size, at another price. */
const siblingOf = (id: string, price: number): ExchangePiece => ({
  ...{ id: `${id} in L`, title: id, image: '/l.jpg' },
  size: 'L',
  price,
});

/** Pieces of each product after the order was placed. */
const START = 2;

interface Pieces {
  readonly stock: number;
  readonly held: number;
}
type Warehouse = ReadonlyMap<string, Pieces>;

/** What each move adds to stock and reserved pieces. */
const effects = {
  hold: { stock: 0, held: 1 },
  free: { stock: 0, held: -1 },
  takeHeld: { stock: -1, held: -1 },
  putBack: { stock: 1, held: 0 },
} as const satisfies Record<StockMove['move'], Pieces>;

const piecesOf = (warehouse: Warehouse, id: string): Pieces =>
  warehouse.get(id) ?? { stock: START, held: 0 };

const moved = (warehouse: Warehouse, moves: readonly StockMove[]): Warehouse =>
  moves.reduce((before, { move, productId, quantity }) => {
    const { stock, held } = piecesOf(before, productId);
    const by = effects[move];
    const after = { stock: stock + by.stock * quantity, held: held + by.held * quantity };
    return new Map(before).set(productId, after);
  }, warehouse);

const orders: fc.Arbitrary<OrderLife> = fc
  .tuple(
    fc.array(
      fc.record({ price: fc.nat({ max: 5000 }), quantity: fc.integer({ min: 1, max: 3 }) }),
      {
        minLength: 1,
        maxLength: 3,
        size: 'max',
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

/** Mostly one line, which is more often in a state that allows the action than several are. */
const someIds = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ids.map((id) => [id])) },
  { weight: 1, arbitrary: fc.subarray([...ids, 'unknown']) },
);
const reason = fc.constant('It is too small');

const EXCHANGE_DAYS = 7;

/** Stands for the index of an event that has a refund due. */
const DUE = -1;

function askFor(product: string, price: number): OrderAction {
  const to = siblingOf(product, price);
  const asked = { type: 'askExchange', product, to: to.id, offer: ok(to) } as const;
  return { ...asked, reason: 'Too small', returnDays: 14, days: EXCHANGE_DAYS };
}

const exchangeActions: fc.Arbitrary<OrderAction> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ids, 'unknown'), fc.constantFrom(0, 999, 2500, 20_000))
    .map(([product, price]) => askFor(product, price)),
  fc.record({
    type: fc.constant('withdrawExchange' as const),
    product: fc.constantFrom(...ids, 'unknown'),
  }),
  fc.constant({ type: 'expireExchange' } as const),
  fc.record({ type: fc.constant('declineExchange' as const), products: someIds, reason }),
  fc.record({
    ...{ type: fc.constant('sendExchange' as const), products: someIds },
    carrier: fc.constant('India Post'),
  }),
  fc.record({ type: fc.constant('completeExchange' as const), products: someIds }),
);

const otherActions: fc.Arbitrary<OrderAction> = fc.oneof(
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
    reference: fc.constantFrom('UPI 433512', 'UPI 433513'),
  }),
);

/** Actions that follow each other on one line. What another does in between may rule out the next one. */
const stories: fc.Arbitrary<readonly OrderAction[]> = fc
  .record({
    id: fc.constantFrom(...ids),
    price: fc.constantFrom(0, 999, 2500, 20_000),
    end: fc.constantFrom('completeExchange' as const, 'declineExchange' as const),
    isBack: fc.boolean(),
    refund: fc.constantFrom(
      { type: 'recordRefund', reference: 'UPI 433512' } as const,
      { type: 'recordRefund', reference: 'UPI 433513' } as const,
      { type: 'confirmRefund' } as const,
    ),
  })
  .map(({ id, price, end, isBack, refund }) => {
    const products = [id];
    const paid =
      refund.type === 'confirmRefund' ? { ...refund, cause: DUE } : { ...refund, products };
    return [
      askFor(id, price),
      { type: 'sendExchange', products, carrier: 'India Post' } as const,
      { type: end, products, reason: 'It was worn' } as OrderAction,
      ...(isBack ? [] : [paid]),
      { type: 'askReturn', products, reason: 'Too large', days: 14 } as const,
      { type: 'acceptReturn', products } as const,
      paid,
    ];
  });

/** An action, and the hours that pass before it. */
type Step = readonly [OrderAction, number];

const arrival: readonly OrderAction[] = [
  { type: 'pack' },
  { type: 'ship', carrier: 'India Post' },
  { type: 'deliver' },
];

/**
 * Steps from the purchase or, more often, from the delivery, after which most things happen: some stories and other
 * actions, in any order.
 */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.constantFrom([], arrival, arrival),
    fc.tuple(
      fc.array(fc.oneof(otherActions, exchangeActions), { size: 'max', maxLength: 25 }),
      stories,
      stories,
      fc.constant(Array<OrderAction>(25).fill({ type: 'expireExchange' })),
    ),
    fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 90 })), { size: 'max', maxLength: 25 }),
  )
  .map(([first, sources, picks]) => {
    const rest = sources.map((source) => source.values());
    const later = picks.flatMap(([from, hours]): Step[] => {
      const next = rest[from]?.next();
      return next && !next.done ? [[next.value, hours]] : [];
    });
    return [...first.map((action): Step => [action, 20]), ...later];
  });

const after = (order: OrderLife, event: OrderEvent | undefined): OrderLife =>
  event ? { ...order, events: [...order.events, event] } : order;

/** Returns the action for lines that the order has, with an offer only of pieces that are not reserved. */
function fitting(order: OrderLife, action: OrderAction, warehouse: Warehouse): OrderAction {
  if ('products' in action && action.products) {
    const known = ['unknown', ...order.lines.map(({ product: { id } }) => id)];
    return { ...action, products: action.products.filter((id) => known.includes(id)) };
  }
  if (action.type === 'confirmRefund' && action.cause === DUE) {
    return { ...action, cause: dueRefunds(order)[0]?.cause ?? DUE };
  }
  if (action.type !== 'askExchange') return action;
  const quantity = order.lines.find(({ product: { id } }) => id === action.product)?.quantity ?? 1;
  const { stock, held } = piecesOf(warehouse, action.to);
  return stock - held >= quantity ? action : { ...action, offer: err('exchangeSoldOut') };
}

/** Applies the actions in turn. `check` gets each order before and after, and the stock. */
function live(
  start: OrderLife,
  taken: readonly Step[],
  check: (
    before: OrderLife,
    now: OrderLife,
    action: OrderAction,
    at: string,
    warehouse: Warehouse,
  ) => void,
) {
  let order = start;
  let warehouse: Warehouse = new Map();
  let time = Date.parse('2026-03-01T09:00:00Z');
  for (const [wanted, hours] of taken) {
    time += hours * 3_600_000;
    const at = new Date(time).toISOString();
    const action = fitting(order, wanted, warehouse);
    const decided = decide(order, action, at);
    const now = decided.ok ? after(order, decided.value) : order;
    if (now !== order) warehouse = moved(warehouse, stockMoves(now));
    check(order, now, action, at, warehouse);
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
    'is refunded what was paid, but for the pieces that the shopper keeps and the fee',
    law((_, now) => {
      const isDelivered = findEvent(now, 'delivered') !== undefined;
      const isKept = ({ product }: LineItem) =>
        !['cancelled', 'returned', 'refundGranted'].includes(lineState(now, product.id)) &&
        (isDelivered || !now.cashOnDelivery);
      const kept = sum(now.lines.filter(isKept).map((line) => lineTotal(lineNow(now, line))));
      const due = sum(dueRefunds(now).map(({ amount }) => amount));
      const collected = findEvent(now, 'delivered')?.cash ?? 0;
      const fee = collected > 0 ? (now.cashOnDelivery?.fee ?? 0) : 0;
      const paid = (now.cashOnDelivery ? collected : now.total) + exchangeCash(now);
      expect(paid - fee - refundedAmount(now) - due).toBe(kept);
    }),
  );

  test(
    'is refunded by the provider at most what the provider received',
    law((_, now) => {
      const byProvider = now.events.flatMap((event) =>
        event.type === 'refunded' && event.reference === undefined ? event.amount : [],
      );
      const due = dueRefunds(now).flatMap(({ amount, byHand }) => (byHand ? [] : amount));
      expect(sum([...byProvider, ...due])).toBeLessThanOrEqual(now.cashOnDelivery ? 0 : now.total);
    }),
  );

  test(
    'leaves in stock what the shopper has not got, and reserves what is to be exchanged',
    law((before, now, _, __, warehouse) => {
      if (now === before) return;
      const has = new Map<string, number>();
      const waits = new Map<string, number>();
      for (const line of now.lines) {
        const { id } = line.product;
        // The pieces of the order had left the stock before the first step.
        has.set(id, (has.get(id) ?? 0) - line.quantity);
        if (!['cancelled', 'returned'].includes(lineState(now, id))) {
          const kept = lineNow(now, line).product.id;
          has.set(kept, (has.get(kept) ?? 0) + line.quantity);
        }
        const to = findLineEvent(now, 'exchangeAsked', id)?.to;
        if (to && isInExchange(now, id)) waits.set(to.id, line.quantity);
      }
      const all = ids.flatMap((id) => [id, siblingOf(id, 0).id]);
      const found = all.map((id) => ({ id, ...piecesOf(warehouse, id) }));
      const expected = all.map((id) => ({
        ...{ id, stock: START - (has.get(id) ?? 0), held: waits.get(id) ?? 0 },
      }));
      expect(found).toEqual(expected);
      expect(found.filter(({ stock, held }) => held > stock)).toEqual([]);
    }),
  );

  test(
    'has its pieces swapped once, after the request and the sending, and cash collected for dearer ones',
    law((before, now) => {
      const [event] = now.events.slice(before.events.length);
      if (event?.type !== 'exchanged') return;
      for (const id of event.products) {
        expect(lineState(before, id)).toBe('exchangeSent');
        expect(findLineEvent(before, 'exchanged', id)).toBeUndefined();
      }
      const lines = now.lines.filter(({ product }) => event.products.includes(product.id));
      const dearer = lines.map((line) => Math.max(0, exchangeDifference(now, line)));
      expect(event.cash).toBe(sum(dearer));
    }),
  );

  test(
    'has no exchange that waits longer than its days, once the time is looked at',
    law((_, now, action, at) => {
      const end = exchangeDeadline(now);
      expect(end === undefined || hasExchange(now)).toBe(true);
      if (action.type === 'expireExchange') expect(end === undefined || end > at).toBe(true);
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
    'with cash on delivery is refunded by no provider, and one without cash by no operator',
    law((before, now, action) => {
      if (now === before) return;
      if (action.type === 'confirmRefund') expect(now.cashOnDelivery).toBeUndefined();
      if (action.type === 'recordRefund')
        expect(now.cashOnDelivery !== undefined || exchangeCash(now) > 0).toBe(true);
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
    expect(dueRefunds(cancelled)).toEqual([{ cause: 0, amount: 1998, byHand: false }]);
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
    expect(dueRefunds(back)).toEqual([{ cause: 4, amount: 1998, byHand: true }]);
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

describe('an exchange', () => {
  const START_AT = Date.parse(at);
  const days = (count: number) => new Date(START_AT + count * 24 * 3_600_000).toISOString();
  const ask = (price: number, to = siblingOf('shirt', price)): OrderAction => ({
    ...{ type: 'askExchange', product: 'shirt', to: to.id, offer: ok(to) },
    ...{ reason: 'Too small', returnDays: 14, days: EXCHANGE_DAYS },
  });
  const send = { type: 'sendExchange', products: ['shirt'], carrier: 'India Post' } as const;
  const complete = { type: 'completeExchange', products: ['shirt'] } as const;
  const withdraw = { type: 'withdrawExchange', product: 'shirt' } as const;
  const returned: OrderAction = {
    ...{ type: 'askReturn', products: ['shirt'], reason: 'Too large', days: 14 },
  };
  const take = (order: OrderLife, ...actions: readonly OrderAction[]): OrderLife =>
    actions.reduce((before, action) => {
      const decided = decide(before, action, at);
      if (!decided.ok) throw new Error(decided.error);
      return after(before, decided.value);
    }, order);
  const faultOf = (order: OrderLife, action: OrderAction, time = at) => {
    const decided = decide(order, action, time);
    return decided.ok ? undefined : decided.error;
  };

  test('for a cheaper piece gives the difference back, the way it was paid', () => {
    const order = take(delivered, ask(899), send, complete);
    expect(lineState(order, 'shirt')).toBe('exchanged');
    expect(lineNow(order, line).product).toMatchObject({ size: 'L', price: 899 });
    expect(dueRefunds(order)).toEqual([{ cause: 5, amount: 200, byHand: false }]);
    const paid = take(order, { type: 'confirmRefund', cause: 5 });
    const back = take(paid, returned, { type: 'acceptReturn', products: ['shirt'] });
    expect(dueRefunds(back)).toEqual([{ cause: 8, amount: 1798, byHand: false }]);
    expect(orderStatus(take(back, { type: 'confirmRefund', cause: 8 }))).toBe('refunded');
  });

  test('for a dearer piece collects the difference, and a later return is paid back by the operator', () => {
    const order = take(delivered, ask(1099), send, complete);
    expect(order.events.at(-1)).toMatchObject({ type: 'exchanged', cash: 200 });
    expect(dueRefunds(order)).toEqual([]);
    expect(isCashDue(order)).toBe(false);
    const asked = take(order, returned);
    expect(isCashDue(asked)).toBe(true);
    const back = take(asked, { type: 'acceptReturn', products: ['shirt'] });
    expect(dueRefunds(back)).toEqual([{ cause: 7, amount: 2198, byHand: true }]);
    expect(faultOf(back, { type: 'confirmRefund', cause: 7 })).toBe('refundUnknown');
    const record = { type: 'recordRefund', products: ['shirt'], reference: 'UPI 1' } as const;
    expect(orderStatus(take(back, record))).toBe('refunded');
  });

  test('of an order with cash on delivery has two refunds, each recorded with its own transfer', () => {
    const cash: OrderLife = { ...placed, total: 2047, cashOnDelivery: { fee: 49 } };
    const arrived = take(cash, ...arrival);
    const order = take(arrived, ask(899), send, complete);
    expect(dueRefunds(order)).toEqual([{ cause: 5, amount: 200, byHand: true }]);
    const record = { type: 'recordRefund', products: ['shirt'], reference: 'UPI 1' } as const;
    const paid = take(order, record);
    const back = take(paid, returned, { type: 'acceptReturn', products: ['shirt'] });
    expect(take(back, record)).toBe(back);
    expect(orderStatus(take(back, { ...record, reference: 'UPI 2' }))).toBe('refunded');
  });

  test('is refused for what is not delivered, is sold out, or is in another state', () => {
    expect(faultOf(packed, ask(999))).toBe('orderNotDelivered');
    const soldOut = { ...ask(999), offer: err('exchangeSoldOut') } as OrderAction;
    expect(faultOf(delivered, soldOut)).toBe('exchangeSoldOut');
    expect(faultOf(take(delivered, returned), ask(999))).toBe('lineNotExchangeable');
    const declined = take(delivered, ask(999), {
      ...{ type: 'declineExchange', products: ['shirt'], reason: 'It was worn' },
    });
    expect(faultOf(declined, ask(999))).toBe('lineNotExchangeable');
    expect(faultOf(take(delivered, ask(999), send, complete), ask(999))).toBe(
      'lineNotExchangeable',
    );
    const asked = take(delivered, ask(999));
    expect(faultOf(asked, ask(999, { ...siblingOf('shirt', 999), id: 'other' }))).toBe(
      'lineInExchange',
    );
    expect(faultOf(asked, returned)).toBe('lineInExchange');
    expect(faultOf(asked, { type: 'grantRefund', products: ['shirt'], reason: 'Torn' })).toBe(
      'lineInExchange',
    );
    expect(faultOf(asked, complete)).toBe('exchangeNotSent');
    expect(faultOf(delivered, send)).toBe('exchangeNotAsked');
  });

  test('that was requested is requested again without a change, even once the piece is sold out', () => {
    const asked = take(delivered, ask(999));
    const again = { ...ask(999), offer: err('exchangeSoldOut') } as OrderAction;
    expect(take(asked, again)).toBe(asked);
  });

  test('is withdrawn until it is sent, and can be requested again', () => {
    const withdrawn = take(delivered, ask(999), withdraw);
    expect(lineState(withdrawn, 'shirt')).toBe('bought');
    expect(take(withdrawn, withdraw)).toBe(withdrawn);
    expect(lineState(take(withdrawn, ask(999)), 'shirt')).toBe('exchangeAsked');
    expect(faultOf(delivered, withdraw)).toBe('exchangeNotAsked');
    expect(faultOf(take(delivered, ask(999), send), withdraw)).toBe('exchangeUnderWay');
  });

  test('that is not sent in time ends then, not earlier, and the return stays possible as long as before', () => {
    const asked = after(delivered, decideOrThrow(delivered, ask(999), days(10)));
    const expire = { type: 'expireExchange' } as const;
    expect(exchangeDeadline(asked)).toBe(days(17));
    expect(decide(asked, expire, days(16.9))).toEqual(ok(undefined));
    const ended = after(asked, decideOrThrow(asked, expire, days(17)));
    expect(lineState(ended, 'shirt')).toBe('bought');
    expect(exchangeDeadline(ended)).toBeUndefined();
    expect(faultOf(ended, returned, days(21))).toBeUndefined();
    expect(faultOf(ended, returned, days(21.1))).toBe('returnTooLate');
  });

  test('starts the return period again when the pieces are swapped', () => {
    const sent = take(delivered, ask(999), send);
    const done = after(sent, decideOrThrow(sent, complete, days(9)));
    const until = returnDeadline(done, 14) ?? new Date(0);
    expect(lineDeadline(done, 'shirt', until).toISOString()).toBe(days(23));
    expect(faultOf(done, returned, days(23))).toBeUndefined();
    expect(faultOf(done, returned, days(23.1))).toBe('returnTooLate');
  });

  function decideOrThrow(order: OrderLife, action: OrderAction, time: string) {
    const decided = decide(order, action, time);
    if (!decided.ok) throw new Error(decided.error);
    return decided.value;
  }
});
