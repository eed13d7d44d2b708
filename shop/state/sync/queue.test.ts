import { type LineItem, lineItemSchema, productSchema } from '@patchwork/domain';
import {
  hostileDocuments,
  isPolluted,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import { shopperStorageKey } from '@patchwork/host/storage';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { cart, changeCartAtom } from '../atoms/cart.ts';
import type { Store } from '../services.ts';
import { aProduct, line, meera, memoryStorage, openShop } from '../testing/fakes.ts';
import { applyMissing, emptyQueue, type QueueEvent, queueSchema, shownItems } from './queue.ts';

const play = (...events: QueueEvent<LineItem>[]) =>
  applyMissing(
    cart.list,
    emptyQueue,
    'tab',
    events.map((event, index) => ({ number: index + 1, event })),
  );

test('a list that was requested before a reload does not replace the reloaded one', () => {
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
  expect(shownItems(cart.list, queue)).toEqual([]);
});

test('a list that was requested before an order does not restore the ordered lines', () => {
  const before = [line('shirt', 2), line('dress', 1)];
  const queue = play(
    { type: 'loaded', items: before, revision: 0 },
    { type: 'bought', orderId: 'order-1', items: [line('shirt', 2)] },
    { type: 'loaded', items: before, revision: 0 },
  );
  expect(shownItems(cart.list, queue)).toEqual([line('dress', 1)]);
});

test('a change that the shopper makes meanwhile stays when an order removes its lines', () => {
  const queue = play(
    { type: 'loaded', items: [line('shirt', 2)], revision: 0 },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    { type: 'sending', productId: 'shirt' },
    { type: 'bought', orderId: 'order-1', items: [line('shirt', 1)] },
  );
  expect(shownItems(cart.list, queue)).toEqual([line('shirt', 2)]);
});

// Two tabs complete the same payment while one of them raises the quantity.
test('an order removes its lines once, even if several tabs report it', () => {
  const bought = { type: 'bought', orderId: 'order-1', items: [line('shirt', 2)] } as const;
  const queue = play(
    { type: 'loaded', items: [line('shirt', 3)], revision: 0 },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    bought,
    bought,
  );
  expect(shownItems(cart.list, queue)).toEqual([line('shirt', 2)]);
});

test('pieces that were added while an order removed the whole line become a new line', () => {
  const queue = play(
    { type: 'loaded', items: [line('shirt', 2)], revision: 0 },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    { type: 'changed', change: { type: 'increment', productId: 'shirt' } },
    { type: 'bought', orderId: 'order-1', items: [line('shirt', 2)] },
  );
  expect(shownItems(cart.list, queue)).toEqual([line('shirt', 2)]);
});

test('a line of 999 pieces ignores an increment: it is not queued, and the next decrement counts', () => {
  const step = (type: 'increment' | 'decrement') =>
    ({ type: 'changed', change: { type, productId: 'shirt' } }) as const;
  const queue = play(
    { type: 'loaded', items: [line('shirt', 998)], revision: 0 },
    ...[step('increment'), step('increment'), step('increment'), step('decrement')],
  );
  expect(shownItems(cart.list, queue)).toEqual([line('shirt', 998)]);
  expect(queue.pending).toEqual([]);
});

const key = shopperStorageKey('cart', meera.user.email);

const add = (store: Store, id = 'shirt') =>
  void store.set(changeCartAtom, { type: 'add', product: aProduct(id) });
const pending = (store: Store) =>
  store.get(cart.queueAtom).pending.map(({ productId }) => productId);

test('the initiator of a change is known when the change is sent after a reload', async () => {
  const storage = memoryStorage();
  const asking = openShop({ storage, session: meera, initiator: () => 'mfe-catalog' });
  add(asking.store);
  const { take, respond } = openShop({ storage, initiator: () => 'shell' });
  // It is not known whether the first page's call arrived: the cart is loaded to find out.
  await respond('getCart', { cart: [] });
  expect(take('addToCart').initiator).toBe('mfe-catalog');
});

test('unreadable parts of a stored queue are dropped and reported; the rest stays', () => {
  const report = vi.spyOn(console, 'error').mockReturnValue();
  const change = (id: string, type: string) => ({ productId: id, type });
  const stored = {
    version: 4,
    value: {
      confirmed: [line('shirt', 2), { product: { id: 'coat' }, quantity: 'many' }],
      isLoaded: true,
      pending: [
        { productId: 'shirt', sent: null, waiting: [change('shirt', 'increment')] },
        { productId: 'dress', sent: null, waiting: [change('dress', 'explode')] },
        {
          productId: 'kurta',
          sent: 7,
          waiting: [{ ...change('kurta', 'add'), product: aProduct('kurta') }],
        },
      ],
      revision: 0,
      confirmedAt: {},
      reloadedAt: 0,
      tabs: [],
    },
  };
  const storage = memoryStorage({ [key]: JSON.stringify(stored) });
  const { store } = openShop({ storage, session: meera });
  expect(pending(store)).toEqual(['shirt', 'kurta']);
  const shown = store.get(cart.shownAtom).map(({ product, quantity }) => [product.id, quantity]);
  expect(shown).toEqual([
    ['shirt', 3],
    ['kurta', 1],
  ]);
  // The line that was left out may be in the cart, so the list counts as not loaded.
  expect(store.get(cart.queueAtom).isLoaded).toBe(false);
  expect(report).toHaveBeenCalledWith(expect.stringContaining('3 stored items or changes'));
});

test('when the storage becomes full, no older queue remains, whose changes would be sent again', () => {
  const storage = memoryStorage();
  const { store } = openShop({ storage, session: meera });
  add(store);
  expect(storage.getItem(key)).not.toBeNull();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  add(store, 'dress');
  expect(storage.getItem(key)).toBeNull();
  expect(pending(store)).toEqual(['shirt', 'dress']);
});

const tunic = { product: aProduct('tunic'), quantity: 1 };
const queue = {
  confirmed: [tunic],
  isLoaded: true,
  pending: [
    {
      productId: 'tunic',
      sent: null,
      waiting: [{ type: 'add', productId: 'tunic', product: tunic.product }],
    },
  ],
  ...{ revision: 1, confirmedAt: { tunic: 1 }, reloadedAt: 0, tabs: [['tab', 1]] },
};
/** Hostile texts without spaces around them: an address is trimmed when it is read. */
const texts = [...scriptInjections, ...oddTexts].filter(([, text]) => text === text.trim());

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsOf);

const stored: readonly [name: string, schema: v.GenericSchema, document: unknown][] = [
  ['the queue of the cart', queueSchema(lineItemSchema), queue],
  [
    'the queue of the wishlist',
    queueSchema(productSchema),
    { ...queue, confirmed: [tunic.product] },
  ],
];

test.each(stored)(
  '%s: text in any field is kept unchanged or dropped',
  (_name, schema, document) => {
    vi.spyOn(console, 'error').mockReturnValue();
    expect(v.is(schema, document)).toBe(true);
    for (const { title, document: hostile } of hostileDocuments(document, texts)) {
      const parsed = v.safeParse(schema, hostile);
      const known = new Set(textsOf(hostile));
      expect(
        textsOf(parsed.output).filter((text) => !known.has(text)),
        title,
      ).toEqual([]);
    }
  },
);

test.each(stored)('%s pollutes no prototype', (_name, schema, document) => {
  for (const [title, json] of pollutedDocuments(document)) {
    expect(isPolluted(v.safeParse(schema, JSON.parse(json)).output), title).toBe(false);
  }
});

test('a product named like a property of Object.prototype is kept like any other', () => {
  const reserved = ['__proto__', 'constructor', 'prototype'];
  for (const name of prototypeNames.filter((each) => !reserved.includes(each))) {
    const confirmedAt = { [name]: 1 };
    expect(v.parse(queueSchema(lineItemSchema), { ...queue, confirmedAt })).toMatchObject({
      confirmedAt,
    });
  }
});
