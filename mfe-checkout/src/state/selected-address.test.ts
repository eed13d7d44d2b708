// @vitest-environment happy-dom

import { addressesAtom, changeAddressesAtom, changeSessionAtom } from '@patchwork/shop';
import type { Address, Session } from '@patchwork/shop/domain';
import { arjun, callsOf, meera, openShop, settle } from '@patchwork/state/testing/fakes';
import { createTestMock } from '@patchwork/testing';
import { ashasHome } from '@patchwork/testing/samples';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { selectAddressAtom, selectedAddressAtom } from './selected-address.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

const home: Address = { id: 'home', ...ashasHome };
const work: Address = { ...home, id: 'work', houseNumber: '7', street: 'Dyers Lane' };

/** A page that shows Meera's addresses, home and work. */
async function openTwo() {
  const mock = createTestMock({ addresses: [home, work] });
  const shop = openShop({ session: meera, calls: await callsOf(mock) });
  const { store, auth } = shop;
  for (const shown of [addressesAtom, selectedAddressAtom]) store.sub(shown, () => {});
  const arrive = () => settle(mock);
  await arrive();
  return {
    ...shop,
    mock,
    arrive,
    selected: () => store.get(selectedAddressAtom)?.id ?? null,
    select: (id: string | null) => store.set(selectAddressAtom, id),
    expire: () => auth.onUnauthorized(),
    enter: (next: Session | null) => store.set(changeSessionAtom, next),
  };
}

describe('the selection', () => {
  test('is empty until the shopper chooses, and can be taken back', async () => {
    const { select, selected } = await openTwo();
    expect(selected()).toBeNull();
    select('home');
    expect(selected()).toBe('home');
    select(null);
    expect(selected()).toBeNull();
  });

  test('is there after a reload of the tab', async () => {
    (await openTwo()).select('home');
    expect((await openTwo()).selected()).toBe('home');
  });

  test('follows a change of the address, and goes with it', async () => {
    const { store, select, selected, arrive } = await openTwo();
    select('home');
    await store.set(changeAddressesAtom, {
      type: 'update',
      address: { ...home, city: 'Thrissur' },
    });
    await arrive();
    expect(store.get(selectedAddressAtom)?.city).toBe('Thrissur');
    await store.set(changeAddressesAtom, { type: 'delete', id: 'home' });
    await arrive();
    expect(selected()).toBeNull();
  });

  test('stays when another address is deleted, and when a deletion fails', async () => {
    const { store, select, selected, arrive } = await openTwo();
    select('home');
    await store.set(changeAddressesAtom, { type: 'delete', id: 'work' });
    await arrive();
    expect(selected()).toBe('home');
    sessionStorage.clear();
    const failing = await openTwo();
    failing.mock.fail({ deleteAddress: 500 });
    failing.select('home');
    await failing.store.set(changeAddressesAtom, { type: 'delete', id: 'home' });
    expect(failing.selected()).toBe('home');
  });

  test('of an unknown id is none', async () => {
    const { select, selected } = await openTwo();
    select('ghost');
    expect(selected()).toBeNull();
  });

  test('outlives an expired session, whatever the case of the email at the next login', async () => {
    const { select, selected, enter, expire, arrive } = await openTwo();
    select('home');
    expire();
    expect(selected()).toBeNull();
    const user = { ...meera.user, email: 'Meera@Example.in' };
    enter({ token: 'a later token', user });
    await arrive();
    expect(selected()).toBe('home');
  });

  test('belongs to one shopper, though the ids are the same', async () => {
    const { select, selected, enter, arrive } = await openTwo();
    select('home');
    enter(arjun);
    await arrive();
    expect(selected()).toBeNull();
  });

  test('ends with logging out', async () => {
    const { store, select, selected, enter, arrive } = await openTwo();
    select('home');
    store.set(changeSessionAtom, null, 'erased');
    enter(meera);
    await arrive();
    expect(selected()).toBeNull();
  });
});
