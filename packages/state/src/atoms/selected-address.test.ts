// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { home, openBook, openTwo } from '../testing/address-book.ts';
import { arjun, broken, meera, settle } from '../testing/fakes.ts';
import {
  addAddressAtom,
  deleteAddressAtom,
  selectedAddressAtom,
  updateAddressAtom,
} from './addresses.ts';
import { changeSessionAtom } from './session.ts';

vi.mock('../toast.ts', () => ({ toast: { success: vi.fn(), error: vi.fn() } }));

afterEach(() => vi.unstubAllGlobals());

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
    store.set(changeSessionAtom, null, 'erased');
    enter(meera);
    await settle();
    expect(selected()).toBeNull();
  });
});
