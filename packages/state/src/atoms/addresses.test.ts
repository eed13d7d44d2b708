// @vitest-environment happy-dom
import type { Address, Session } from '@patchwork/domain';
import { ashasHome } from '@patchwork/domain/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { arjun, broken, brokenText, meera, offline, openShop, settle } from '../testing/fakes.ts';
import { createShopperApi } from '../testing/shopper-api.ts';
import {
  addAddressAtom,
  addressesAtom,
  addressesLoadAtom,
  deleteAddressAtom,
  selectAddressAtom,
  selectedAddressAtom,
  updateAddressAtom,
} from './addresses.ts';
import { logoutAtom } from './auth.ts';
import { isOfflineAtom } from './network.ts';
import { changeSessionAtom } from './session.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const home: Address = { id: 'home', ...ashasHome };
const work: Address = { ...home, id: 'work', houseNumber: '7', street: 'Dyers Lane' };

type Options = Parameters<typeof openShop>[0];

/** An address book on a page that shows it. */
async function openBook(options: Options = {}) {
  const shop = openShop({ session: meera, ...options });
  const { store, auth } = shop;
  for (const shown of [addressesLoadAtom, addressesAtom, selectedAddressAtom]) {
    store.sub(shown, () => {});
  }
  await settle();
  return {
    ...shop,
    list: () => store.get(addressesAtom),
    ids: () => store.get(addressesAtom).map(({ id }) => id),
    selected: () => store.get(selectedAddressAtom)?.id ?? null,
    select: (id: string | null) => store.set(selectAddressAtom, id),
    expire: () => auth.onUnauthorized(),
    enter: (next: Session | null) => store.set(changeSessionAtom, next),
  };
}

/** A book whose API works, with `home` and `work` in it. */
const openTwo = () => openBook({ calls: createShopperApi({ addresses: [home, work] }) });

describe('the address book', () => {
  test('is what the API has', async () => {
    const { store, list, take } = await openBook();
    expect(store.get(addressesLoadAtom).isLoading).toBe(true);
    take('listAddresses').respond({ addresses: [home, work] });
    await settle();
    expect(list()).toEqual([home, work]);
  });

  test('shows what the API answers to an addition, a change and a deletion', async () => {
    const { store, list, ids } = await openTwo();
    const third = { ...home, id: 'third' };
    expect(await store.set(addAddressAtom, third)).toEqual({ ok: true, value: undefined });
    await settle();
    expect(list()).toEqual([home, work, third]);
    await store.set(updateAddressAtom, { ...home, city: 'Thrissur' });
    await settle();
    expect(list()[0]).toEqual({ ...home, city: 'Thrissur' });
    await store.set(deleteAddressAtom, 'work');
    await settle();
    expect(ids()).toEqual(['home', 'third']);
  });

  test('comes when the shop can be reached again, without a press', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
    const { store, list, take } = await openBook();
    take('listAddresses').fail(offline);
    await settle();
    expect(store.get(addressesLoadAtom).isError).toBe(true);
    expect(store.get(isOfflineAtom)).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    take('getCart').respond({ cart: [] });
    await settle();
    expect(store.get(isOfflineAtom)).toBe(false);
    take('listAddresses').respond({ addresses: [home] });
    await settle();
    expect(list()).toEqual([home]);
  });

  test('keeps a change that comes while an earlier load is on its way', async () => {
    const { store, ids, take } = await openBook();
    const load = take('listAddresses');
    const added = store.set(addAddressAtom, home);
    take('addAddress').respond({ addresses: [home] });
    await added;
    load.respond({ addresses: [] });
    await settle();
    expect(ids()).toEqual(['home']);
  });

  test.each(['addAddress', 'updateAddress', 'deleteAddress'] as const)(
    'stays as it is where %s is refused, and the sentence is returned',
    async (name) => {
      const shop = await openBook();
      const { store, ids, take } = shop;
      take('listAddresses').respond({ addresses: [home] });
      await settle();
      const actions = {
        addAddress: () => store.set(addAddressAtom, work),
        updateAddress: () => store.set(updateAddressAtom, { ...home, city: 'Thrissur' }),
        deleteAddress: () => store.set(deleteAddressAtom, 'home'),
      };
      const result = actions[name]();
      take(name).fail(broken);
      expect(await result).toEqual({ ok: false, error: brokenText });
      expect(ids()).toEqual(['home']);
    },
  );

  test('of a shopper who has logged out meanwhile takes no answer', async () => {
    const { store, list, take, enter } = await openBook();
    const added = store.set(addAddressAtom, home);
    enter(arjun);
    await settle();
    take('addAddress').respond({ addresses: [home] });
    await added;
    await settle();
    expect(list()).toEqual([]);
  });
});

describe('the selection', () => {
  test('is empty until the shopper chooses, and can be taken back', async () => {
    const { select, selected } = await openTwo();
    expect(selected()).toBeNull();
    select('home');
    expect(selected()).toBe('home');
    select(null);
    expect(selected()).toBeNull();
  });

  test('follows a change of the address, and goes with it', async () => {
    const { store, select, selected } = await openTwo();
    select('home');
    await store.set(updateAddressAtom, { ...home, city: 'Thrissur' });
    await settle();
    expect(store.get(selectedAddressAtom)?.city).toBe('Thrissur');
    await store.set(deleteAddressAtom, 'home');
    await settle();
    expect(selected()).toBeNull();
    await store.set(addAddressAtom, home);
    await settle();
    expect(selected()).toBeNull();
  });

  test('stays when another address is deleted, and when a deletion fails', async () => {
    const { store, select, selected } = await openTwo();
    select('home');
    await store.set(deleteAddressAtom, 'work');
    await settle();
    expect(selected()).toBe('home');
    const failing = await openBook();
    failing.take('listAddresses').respond({ addresses: [home] });
    await settle();
    failing.select('home');
    const deleted = failing.store.set(deleteAddressAtom, 'home');
    failing.take('deleteAddress').fail(broken);
    await deleted;
    expect(failing.selected()).toBe('home');
  });

  test('of an unknown id is none', async () => {
    const { select, selected } = await openTwo();
    select('ghost');
    expect(selected()).toBeNull();
  });

  test('outlives an expired session, whatever the case of the email at the next login', async () => {
    const { select, selected, enter, expire } = await openTwo();
    select('home');
    expire();
    expect(selected()).toBeNull();
    const user = { ...meera.user, email: 'Meera@Example.in' };
    enter({ token: 'a later token', user });
    await settle();
    expect(selected()).toBe('home');
  });

  test('belongs to one shopper, though the ids are the same', async () => {
    const { select, selected, enter } = await openTwo();
    select('home');
    enter(arjun);
    await settle();
    expect(selected()).toBeNull();
  });

  test('ends with logging out', async () => {
    const { store, select, selected, enter } = await openTwo();
    select('home');
    store.set(logoutAtom);
    enter(meera);
    await settle();
    expect(selected()).toBeNull();
  });
});

describe('who is logged in', () => {
  test('no one: there are no addresses, nothing is asked, and adding goes to login', async () => {
    const { store, list, sent, navigate } = await openBook();
    store.set(changeSessionAtom, null);
    const asked = sent().length;
    expect(list()).toEqual([]);
    expect((await store.set(addAddressAtom, home)).ok).toBe(false);
    expect((await store.set(updateAddressAtom, home)).ok).toBe(false);
    expect((await store.set(deleteAddressAtom, 'home')).ok).toBe(false);
    expect(toast.error.mock.calls).toEqual(Array(3).fill(['Please login to continue!']));
    expect(navigate).toHaveBeenCalledWith('/login');
    expect(sent()).toHaveLength(asked);
  });

  test('another shopper: the book is asked for again', async () => {
    let addresses = [home];
    const listAddresses = async () => ({ ok: true, value: { addresses } }) as const;
    const { list, enter } = await openBook({ calls: { listAddresses } });
    expect(list()).toEqual([home]);
    addresses = [work];
    enter(arjun);
    expect(list()).toEqual([]);
    await settle();
    expect(list()).toEqual([work]);
  });
});

describe('another tab', () => {
  const markKey = 'patchwork:shopper-data-changed';

  test('learns of a change by the storage, and asks the API again', async () => {
    const { ids, sent, take } = await openBook();
    take('listAddresses').respond({ addresses: [home] });
    await settle();
    window.dispatchEvent(new StorageEvent('storage', { key: markKey }));
    await settle();
    take('listAddresses').respond({ addresses: [home, work] });
    await settle();
    expect(ids()).toEqual(['home', 'work']);
    expect(sent().filter((name) => name === 'listAddresses')).toHaveLength(2);
  });

  // Found by sync.properties.test.ts with seed 446.
  test('a first load that began before the change does not bring the list of before', async () => {
    const { ids, take } = await openBook();
    const early = take('listAddresses');
    window.dispatchEvent(new StorageEvent('storage', { key: markKey }));
    await settle();
    take('listAddresses').respond({ addresses: [home, work] });
    early.respond({ addresses: [home] });
    await settle();
    expect(ids()).toEqual(['home', 'work']);
  });

  test('is made aware of each change', async () => {
    const { store, storage } = await openTwo();
    expect(storage.getItem(markKey)).toBeNull();
    await store.set(deleteAddressAtom, 'work');
    const first = storage.getItem(markKey);
    await store.set(deleteAddressAtom, 'home');
    expect(first).not.toBeNull();
    expect(storage.getItem(markKey)).not.toBe(first);
  });
});
