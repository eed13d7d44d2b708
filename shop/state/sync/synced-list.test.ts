import type { LineItem } from '@patchwork/domain';
import { shopperStorageKey } from '@patchwork/host/storage';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cartAtom, changeCartAtom } from '../atoms/cart.ts';
import { isOfflineAtom } from '../atoms/network.ts';
import { pendingChangesAtom } from '../atoms/pending-changes.ts';
import {
  aProduct,
  broken,
  line,
  meera,
  memoryStorage,
  offline,
  openCart,
  openShop,
  settle,
} from '../testing/fakes.ts';
import { withLock } from './synced-list.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const withLocks = (request?: (name: string, work: () => Promise<void>) => Promise<void>) =>
  vi.stubGlobal('navigator', request ? { locks: { request } } : {});

test.each([
  ['a browser without locks', undefined],
  [
    'a page that is refused locks',
    () => Promise.reject(new DOMException('opaque origin', 'SecurityError')),
  ],
])('%s runs the work', async (_where, request) => {
  withLocks(request);
  const work = vi.fn(async () => {});
  await withLock('cart', work);
  expect(work).toHaveBeenCalledOnce();
});

test('work runs under the lock with its name, and is not run again if it fails', async () => {
  const request = vi.fn((_name: string, work: () => Promise<void>) => work());
  withLocks(request);
  const work = vi.fn(() => Promise.reject(new Error('a bug')));
  await expect(withLock('cart', work)).rejects.toThrow('a bug');
  expect(request.mock.calls.map(([name]) => name)).toEqual(['cart']);
  expect(work).toHaveBeenCalledOnce();
});

test('a retry that becomes due while another tab sends is made as soon as that tab has finished', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  let otherTabIsDone = () => {};
  const request = async (name: string, work: () => Promise<void>) => {
    if (name.startsWith('patchwork:cart'))
      await new Promise<void>((resolve) => {
        otherTabIsDone = resolve;
      });
    await work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const { store, change, respond, fail } = await openCart(line('shirt', 1));
  void change('shirt', 'increment');
  store.sub(cartAtom, () => {});
  void store.get(cartAtom).refetch();
  await fail('getCart', offline);
  expect(store.get(isOfflineAtom)).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  otherTabIsDone();
  await settle();
  await respond('getCart', { cart: [line('shirt', 1)] });
  await respond('changeCartQuantity', { cart: [line('shirt', 2)] });
  expect(store.get(isOfflineAtom)).toBe(false);
  expect(store.get(pendingChangesAtom)).toBe(0);
});

test('a page without HTTPS, which has neither locks nor random UUIDs, sends changes', async () => {
  vi.stubGlobal('crypto', { ...crypto, randomUUID: undefined });
  const { shown, change, respond } = await openCart(line('shirt', 1));
  withLocks();
  void change('shirt', 'increment');
  await settle();
  await respond('changeCartQuantity', { cart: [line('shirt', 2)] });
  expect(shown()).toEqual(['shirt 2']);
});

/** Opens a visit that shows Meera's cart, in a browser that has these lines of an earlier visit. */
async function openAgainAfter(lines: readonly LineItem[]) {
  const storage = memoryStorage();
  const earlier = openShop({ session: meera, storage });
  earlier.store.sub(cartAtom, () => {});
  earlier.take('getCart').respond({ cart: [...lines] });
  await settle();
  const shop = openShop({ session: meera, storage });
  shop.store.sub(cartAtom, () => {});
  return { ...shop, load: () => shop.store.get(cartAtom) };
}

test('a list that was empty at the last visit is not shown as empty while it loads', async () => {
  const { load, respond } = await openAgainAfter([]);
  expect(load()).toMatchObject({ data: undefined, isPending: true });
  await respond('getCart', { cart: [] });
  expect(load()).toMatchObject({ data: [], isPending: false, isError: false });
});

test('a list that was empty at the last visit counts as not loaded when its load fails', async () => {
  const { load, respond, fail } = await openAgainAfter([]);
  await fail('getCart', broken);
  expect(load()).toMatchObject({ data: undefined, isPending: false, isError: true });
  void load().refetch();
  await settle();
  expect(load()).toMatchObject({ data: undefined, isPending: true });
  await respond('getCart', { cart: [line('shirt', 1)] });
  expect(load()).toMatchObject({ data: [line('shirt', 1)], isError: false });
});

test('the lines of the last visit are shown immediately, and after a failed load marked as possibly outdated', async () => {
  const { load, fail } = await openAgainAfter([line('shirt', 2)]);
  expect(load()).toMatchObject({ data: [line('shirt', 2)], isPending: false, isError: false });
  await fail('getCart', broken);
  expect(load()).toMatchObject({ data: [line('shirt', 2)], isError: true });
});

test('a list that was loaded during this visit is empty as soon as its last line is removed', async () => {
  const { load, respond, store } = await openAgainAfter([line('shirt', 1)]);
  await respond('getCart', { cart: [line('shirt', 1)] });
  void store.set(changeCartAtom, { type: 'remove', productId: 'shirt' });
  expect(load()).toMatchObject({ data: [], isError: false });
});

describe('a write of another tab that did not know of this tab’s', () => {
  const key = shopperStorageKey('cart', meera.user.email);

  /** Opens Meera's cart with a shirt. No tab sends changes before `allowSending`. */
  async function openFirstTab() {
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    let allowSending = () => {};
    const allowed = new Promise<void>((resolve) => {
      allowSending = resolve;
    });
    const request = async (name: string, work: () => Promise<void>) => {
      if (name.startsWith('patchwork:cart')) await allowed;
      await work();
    };
    vi.stubGlobal('navigator', { locks: { request } });
    const shop = await openCart(line('shirt', 1));
    /** Receives another tab's write; null erases the list. */
    const receive = async (text: string | null) => {
      if (text === null) shop.storage.removeItem(key);
      else shop.storage.setItem(key, text);
      window.dispatchEvent(Object.assign(new Event('storage'), { key }));
      await settle();
    };
    return {
      ...shop,
      receive,
      text: () => shop.storage.getItem(key) ?? '',
      /** Adds a coat in another tab, which still sees `text`, and receives its write. */
      async addElsewhere(text: string) {
        const other = openShop({ session: meera, storage: memoryStorage({ [key]: text }) });
        void other.store.set(changeCartAtom, { type: 'add', product: aProduct('coat') });
        vi.stubGlobal('localStorage', shop.storage);
        await receive(other.storage.getItem(key));
      },
      async send() {
        allowSending();
        await settle();
      },
    };
  }

  test('does not undo a change: it is shown and sent', async () => {
    const { text, change, shown, addElsewhere, send, sent, respond } = await openFirstTab();
    const before = text();
    void change('shirt', 'increment');
    await addElsewhere(before);
    expect(shown()).toEqual(['shirt 2', 'coat 1']);
    await send();
    await respond('changeCartQuantity', { cart: [line('shirt', 2)] });
    expect(shown()).toEqual(['shirt 2', 'coat 1']);
    expect(sent().toSorted()).toEqual(['addToCart', 'changeCartQuantity', 'getCart']);
  });

  test('does not make a change that is on its way be sent again', async () => {
    const { text, change, shown, addElsewhere, send, sent, respond } = await openFirstTab();
    void change('shirt', 'increment');
    const before = text();
    await send();
    await addElsewhere(before);
    await respond('changeCartQuantity', { cart: [line('shirt', 2)] });
    await respond('addToCart', { cart: [line('shirt', 2), line('coat', 1)] });
    expect(shown()).toEqual(['shirt 2', 'coat 1']);
    expect(sent()).toEqual(['getCart', 'changeCartQuantity', 'addToCart']);
  });

  test('brings back nothing if it erased the list, as a logout does', async () => {
    const { change, shown, receive, send, sent, text } = await openFirstTab();
    void change('shirt', 'increment');
    await receive(null);
    await send();
    expect([shown(), text(), sent()]).toEqual([[], '', ['getCart']]);
  });
});

test('a list in the format of another release stays when other tabs write', async () => {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const key = shopperStorageKey('cart', meera.user.email);
  const storage = memoryStorage({ [key]: '{"version":9,"value":{}}' });
  openShop({ session: meera, storage });
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }));
  await settle();
  expect(storage.getItem(key)).toBe('{"version":9,"value":{}}');
});
