import { shopperStorageKey } from '@patchwork/storage';
import { afterEach, expect, test, vi } from 'vitest';
import { cart, changeCartAtom } from '../atoms/cart.ts';
import { changeSessionAtom } from '../atoms/session.ts';
import type { Store } from '../services.ts';
import { followStorageAtom } from '../storage/written-values.ts';
import { aProduct, line, meera, memoryStorage, openShop, settle } from '../testing/fakes.ts';
import { emptyQueue } from './queue.ts';

vi.mock('../toast.ts', () => ({
  toast: { success: () => {}, error: () => {}, warning: () => {} },
}));
afterEach(() => vi.unstubAllGlobals());

const key = shopperStorageKey('cart', meera.user.email);

/** Meera's page in a browser with this storage. */
function openPage(storage: Storage) {
  const { store, ...rest } = openShop({ storage });
  store.set(changeSessionAtom, meera);
  return { store, ...rest };
}
const add = (store: Store, id = 'shirt') =>
  void store.set(changeCartAtom, { type: 'add', product: aProduct(id) });
const pending = (store: Store) =>
  store.get(cart.queueAtom).pending.map(({ productId }) => productId);

test('what waits is there after a reload', () => {
  const storage = memoryStorage();
  add(openPage(storage).store);
  expect(pending(openPage(storage).store)).toEqual(['shirt']);
});

test('who asked for a change is known when it is sent after a reload', async () => {
  const storage = memoryStorage();
  const asking = openShop({ storage, session: meera, initiator: () => 'mfe-catalog' });
  add(asking.store);
  const { take } = openShop({ storage, initiator: () => 'shell' });
  // Whether the first page's call arrived is not known: the cart is loaded to find out.
  take('getCart').respond({ cart: [] });
  await settle();
  expect(take('addToCart').initiator).toBe('mfe-catalog');
});

const queue = (fields: string) =>
  `{"version":3,"value":{"isLoaded":true,"revision":0,"confirmedAt":{},"reloadedAt":0,${fields}}}`;

test.each([
  'not json',
  'null',
  '{"version":0,"value":{}}',
  queue('"confirmed":[{"quantity":0}],"pending":[]'),
  queue('"confirmed":[],"pending":[{"productId":"a","sent":{"type":"burn"},"waiting":[]}]'),
])('garbage is discarded: %s', (garbage) => {
  vi.spyOn(console, 'error').mockReturnValueOnce();
  const { store } = openPage(memoryStorage({ [key]: garbage }));
  expect(store.get(cart.queueAtom)).toEqual(emptyQueue);
});

test('what can be read of a stored queue stays; what can’t is left out and reported', () => {
  const report = vi.spyOn(console, 'error').mockReturnValue();
  const change = (id: string, type: string) => ({ productId: id, type });
  const stored = {
    version: 3,
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
    },
  };
  const { store } = openPage(memoryStorage({ [key]: JSON.stringify(stored) }));
  expect(pending(store)).toEqual(['shirt', 'kurta']);
  const shown = store.get(cart.shownAtom).map(({ product, quantity }) => [product.id, quantity]);
  expect(shown).toEqual([
    ['shirt', 3],
    ['kurta', 1],
  ]);
  // What was left out may be in the cart: it is not known until it is loaded.
  expect(store.get(cart.queueAtom).isLoaded).toBe(false);
  expect(report).toHaveBeenCalledWith(expect.stringContaining('3 stored items or changes'));
  report.mockRestore();
});

test.each(['getItem', 'setItem', 'removeItem'] as const)(
  'where %s of the storage throws, the queue stays in memory',
  (broken) => {
    const { store } = openPage({
      ...memoryStorage(),
      [broken]: () => {
        throw new DOMException('refused', 'QuotaExceededError');
      },
    });
    add(store);
    add(store, 'dress');
    expect(pending(store)).toEqual(['shirt', 'dress']);
  },
);

test('a storage that became full holds no older queue: its changes would be sent again', () => {
  const storage = memoryStorage();
  const { store } = openPage(storage);
  add(store);
  expect(storage.getItem(key)).not.toBeNull();
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  add(store, 'dress');
  expect(storage.getItem(key)).toBeNull();
  expect(pending(store)).toEqual(['shirt', 'dress']);
});

test('another tab’s changes stay beside this tab’s, before the storage event has come', () => {
  const storage = memoryStorage();
  const [{ store: one }, { store: other }] = [openPage(storage), openPage(storage)];
  add(one);
  add(other, 'dress');
  one.set(followStorageAtom);
  expect(pending(one)).toEqual(['shirt', 'dress']);
});
