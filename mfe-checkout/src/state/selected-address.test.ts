// @vitest-environment happy-dom

import { createTestMock } from '@patchwork/kit/testing';
import { ashasHome } from '@patchwork/kit/testing/samples';
import {
  addressesAtom,
  changeAddressesAtom,
  changeSessionAtom,
  sessionAtom,
} from '@patchwork/shop';
import type { Address, Session } from '@patchwork/shop/domain';
import { describe, expect, test } from 'vitest';
import { arrive, openShop, signUpMeera } from '../test-support.tsx';
import { selectAddressAtom, selectedAddressAtom } from './selected-address.ts';

const home: Address = { id: 'home', ...ashasHome };
const work: Address = { ...home, id: 'work', houseNumber: '7', street: 'Dyers Lane' };

/** Opens a page that shows Asha's addresses, home and work. */
async function openTwo() {
  const shop = await openShop({ mock: createTestMock({ addresses: [home, work] }) });
  const { store, mock } = shop;
  const asha = store.get(sessionAtom);
  if (!asha) throw new Error('Asha is logged in');
  await shop.show(addressesAtom, selectedAddressAtom);
  return {
    ...shop,
    asha,
    arrive: () => arrive(mock),
    selected: () => store.get(selectedAddressAtom)?.id ?? null,
    select: (id: string | null) => store.set(selectAddressAtom, id),
    expire: () => shop.endSession(),
    enter: (next: Session | null) => store.set(changeSessionAtom, next),
  };
}

describe('the selection', () => {
  test('is empty until the shopper selects an address, and can be cleared', async () => {
    const { select, selected } = await openTwo();
    expect(selected()).toBeNull();
    select('home');
    expect(selected()).toBe('home');
    select(null);
    expect(selected()).toBeNull();
  });

  test('survives a reload of the tab', async () => {
    (await openTwo()).select('home');
    expect((await openTwo()).selected()).toBe('home');
  });

  test('follows changes of the address and ends with its deletion', async () => {
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

  test('stays when another address is deleted or a deletion fails', async () => {
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

  test('yields no address for an unknown id', async () => {
    const { select, selected } = await openTwo();
    select('ghost');
    expect(selected()).toBeNull();
  });

  test('belongs to one shopper, even if the ids are the same', async () => {
    const { select, selected, enter, arrive, mock } = await openTwo();
    const meera = await signUpMeera(mock);
    select('home');
    enter(meera);
    await arrive();
    expect(selected()).toBeNull();
  });
});
