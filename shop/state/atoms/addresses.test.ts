// @vitest-environment happy-dom
import type { Address } from '@patchwork/domain';
import { ashasHome } from '@patchwork/domain/testing';
import { createTestMock } from '@patchwork/mock-server/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  broken,
  brokenText,
  callsOf,
  meera,
  offline,
  openShop,
  settle,
  spyOnToasts,
} from '../testing/fakes.ts';
import { toast } from '../toast.ts';
import { addressesAtom, changeAddressesAtom } from './addresses.ts';
import { isOfflineAtom } from './network.ts';
import { changeSessionAtom } from './session.ts';

beforeEach(spyOnToasts);

const home: Address = { id: 'home', ...ashasHome };
const work: Address = { ...home, id: 'work', houseNumber: '7', street: 'Dyers Lane' };

type Options = Parameters<typeof openShop>[0];

async function openBook(options: Options = {}) {
  const shop = openShop({ session: meera, ...options });
  const { store } = shop;
  store.sub(addressesAtom, () => {});
  await settle();
  return {
    ...shop,
    list: () => store.get(addressesAtom).items,
    ids: () => store.get(addressesAtom).items.map(({ id }) => id),
  };
}

/** Opens a book whose API works, with `home` and `work` in it. */
async function openTwo() {
  const mock = createTestMock({ addresses: [home, work] });
  const book = await openBook({ calls: await callsOf(mock) });
  await settle(mock);
  return book;
}

describe('the address book', () => {
  test('shows the API’s responses to an addition, a change and a deletion', async () => {
    const { store, list, ids } = await openTwo();
    const third = { ...home, id: 'third' };
    expect(await store.set(changeAddressesAtom, { type: 'add', address: third })).toEqual({
      ok: true,
      value: undefined,
    });
    await settle();
    expect(list()).toEqual([home, work, third]);
    await store.set(changeAddressesAtom, {
      type: 'update',
      address: { ...home, city: 'Thrissur' },
    });
    await settle();
    expect(list()[0]).toEqual({ ...home, city: 'Thrissur' });
    await store.set(changeAddressesAtom, { type: 'delete', id: 'work' });
    await settle();
    expect(ids()).toEqual(['home', 'third']);
  });

  test('is reloaded when the shop can be reached again', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    const { store, list, respond, fail } = await openBook();
    await fail('listAddresses', offline);
    expect(store.get(addressesAtom).isError).toBe(true);
    expect(store.get(isOfflineAtom)).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    await respond('getCart', { cart: [] });
    expect(store.get(isOfflineAtom)).toBe(false);
    await respond('listAddresses', { addresses: [home] });
    expect(list()).toEqual([home]);
  });

  test('keeps a change that is made while an earlier load is pending', async () => {
    const { store, ids, take, respond } = await openBook();
    const load = take('listAddresses');
    void store.set(changeAddressesAtom, { type: 'add', address: home });
    await respond('addAddress', { addresses: [home] });
    load.respond({ addresses: [] });
    await settle();
    expect(ids()).toEqual(['home']);
  });

  test('stays unchanged when a change is refused, and the message is returned', async () => {
    const { store, ids, take, respond } = await openBook();
    await respond('listAddresses', { addresses: [home] });
    const result = store.set(changeAddressesAtom, { type: 'delete', id: 'home' });
    take('deleteAddress').fail(broken);
    expect(await result).toEqual({ ok: false, error: brokenText });
    expect(ids()).toEqual(['home']);
  });
});

test('returns no message of the API for a change that is refused because the session has ended', async () => {
  const { store, take, respond } = await openBook();
  await respond('listAddresses', { addresses: [home] });
  const result = store.set(changeAddressesAtom, { type: 'delete', id: 'home' });
  store.set(changeSessionAtom, null);
  take('deleteAddress').fail(broken);
  expect(await result).toEqual({ ok: false, error: 'Please login to continue!' });
});

test('without a login there are no addresses or requests, and adding one opens the login page', async () => {
  const { store, list, sent, navigate } = await openBook();
  store.set(changeSessionAtom, null);
  const asked = sent().length;
  expect(list()).toEqual([]);
  expect((await store.set(changeAddressesAtom, { type: 'add', address: home })).ok).toBe(false);
  expect(vi.mocked(toast.error).mock.calls).toEqual([['Please login to continue!']]);
  expect(navigate).toHaveBeenCalledWith('/login');
  expect(sent()).toHaveLength(asked);
});

describe('another tab', () => {
  const markKey = 'patchwork:shopper-data-changed';

  test('learns of a change through the storage and reloads the list', async () => {
    const { ids, sent, respond } = await openBook();
    await respond('listAddresses', { addresses: [home] });
    window.dispatchEvent(new StorageEvent('storage', { key: markKey }));
    await settle();
    await respond('listAddresses', { addresses: [home, work] });
    expect(ids()).toEqual(['home', 'work']);
    expect(sent().filter((name) => name === 'listAddresses')).toHaveLength(2);
  });

  // Found by the two-tabs properties of mfe-checkout, with seed 446.
  test('does not show the outdated list of a load that began before the change', async () => {
    const { ids, take } = await openBook();
    const early = take('listAddresses');
    window.dispatchEvent(new StorageEvent('storage', { key: markKey }));
    await settle();
    take('listAddresses').respond({ addresses: [home, work] });
    early.respond({ addresses: [home] });
    await settle();
    expect(ids()).toEqual(['home', 'work']);
  });

  test('is notified of each change', async () => {
    const { store, storage } = await openTwo();
    expect(storage.getItem(markKey)).toBeNull();
    await store.set(changeAddressesAtom, { type: 'delete', id: 'work' });
    const first = storage.getItem(markKey);
    await store.set(changeAddressesAtom, { type: 'delete', id: 'home' });
    expect(first).not.toBeNull();
    expect(storage.getItem(markKey)).not.toBe(first);
  });
});
