// @vitest-environment happy-dom
import type { AddressFields, Session } from '@patchwork/domain';
import { ashasHome } from '@patchwork/domain/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { arjun, meera, openShop } from '../testing/fakes.ts';
import {
  addAddressAtom,
  addressesAtom,
  deleteAddressAtom,
  selectAddressAtom,
  selectedAddressAtom,
  updateAddressAtom,
} from './addresses.ts';
import { logoutAtom } from './auth.ts';
import { changeSessionAtom } from './session.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

const key = 'patchwork:addresses:meera@example.in';
const work: AddressFields = { ...ashasHome, houseNumber: '7', street: 'Dyers Lane' };

function openBook(stored?: string, session: Session | null = meera) {
  const { store, storage, auth } = openShop(session ? { session } : {});
  if (stored !== undefined) storage.setItem(key, stored);
  return {
    store,
    storage,
    list: () => store.get(addressesAtom),
    houses: () => store.get(addressesAtom).map(({ houseNumber }) => houseNumber),
    selected: () => store.get(selectedAddressAtom)?.id ?? null,
    add: (fields = ashasHome) => {
      const added = store.set(addAddressAtom, fields);
      if (!added.ok) throw new Error('refused');
      return added.value;
    },
    change: (id: string, fields: AddressFields) => store.set(updateAddressAtom, { id, fields }),
    remove: (id: string) => store.set(deleteAddressAtom, id),
    select: (id: string | null) => store.set(selectAddressAtom, id),
    expire: () => auth.onUnauthorized(),
    enter: (next: Session | null) => store.set(changeSessionAtom, next),
  };
}

/** A book with `ashasHome` and `work` only. */
function openTwo() {
  const book = openBook('{"version":1,"value":[]}');
  return { ...book, first: book.add(ashasHome), second: book.add(work) };
}

describe('the sample', () => {
  test('is there for a shopper who never had an address, in her own name', () => {
    const { list, storage } = openBook();
    expect(list()).toHaveLength(1);
    expect(list()[0]?.name).toBe('Meera Nair');
    expect(storage.getItem(key)).toBeNull();
  });

  test('once deleted stays away, on the next visit too', () => {
    const { list, remove, storage } = openBook();
    remove('sample');
    expect(list()).toEqual([]);
    expect(openBook(storage.getItem(key) ?? '').list()).toEqual([]);
  });

  test('stays beside the first own address, and can be changed', () => {
    const { add, change, houses } = openBook();
    add();
    change('sample', work);
    expect(houses()).toEqual(['7', '12/4']);
  });

  test('is there where nothing readable is stored', () => {
    expect(openBook('{"version":1,"value":[{"id":"x"}]}').list()[0]?.id).toBe('sample');
  });
});

test('an address that cannot be read hides no other, and the next change is written without it', () => {
  const stored = [{ id: 'first', ...ashasHome }, { id: 'broken' }, { id: 'last', ...work }];
  const { houses, remove, storage } = openBook(JSON.stringify({ version: 1, value: stored }));
  expect(houses()).toEqual(['12/4', '7']);
  remove('first');
  expect(JSON.parse(storage.getItem(key) ?? '').value).toEqual([{ id: 'last', ...work }]);
});

test('a new address gets an id of its own, trimmed fields, and the last position', () => {
  const { list, first, second } = openTwo();
  expect(first.id).not.toBe(second.id);
  expect(list()).toEqual([
    { id: first.id, ...ashasHome },
    { id: second.id, ...work },
  ]);
  const { add } = openBook();
  expect(add({ ...ashasHome, city: '  Kochi ' }).city).toBe('Kochi');
});

test('a change keeps the id and the position', () => {
  const { change, list, first, second } = openTwo();
  change(first.id, { ...ashasHome, city: 'Thrissur' });
  expect(list().map(({ id, city }) => [id, city])).toEqual([
    [first.id, 'Thrissur'],
    [second.id, 'Kochi'],
  ]);
});

test('what is not right is refused field by field, and changes nothing', () => {
  const { store, change, list, first } = openTwo();
  const before = list();
  const errors = { pinCode: 'Please enter the PIN code: six digits.' };
  expect(store.set(addAddressAtom, { ...ashasHome, pinCode: '68200' })).toEqual({
    ok: false,
    error: errors,
  });
  expect(change(first.id, { ...ashasHome, pinCode: '' })).toEqual({ ok: false, error: errors });
  expect(list()).toBe(before);
});

test('deleting takes one away; an unknown id takes nothing', () => {
  const { remove, houses, first } = openTwo();
  remove('ghost');
  expect(houses()).toEqual(['12/4', '7']);
  remove(first.id);
  expect(houses()).toEqual(['7']);
});

describe('the selection', () => {
  test('is empty until the shopper chooses, and can be taken back', () => {
    const { select, selected, first } = openTwo();
    expect(selected()).toBeNull();
    select(first.id);
    expect(selected()).toBe(first.id);
    select(null);
    expect(selected()).toBeNull();
  });

  test('follows a change of the address, and goes with it', () => {
    const { store, select, selected, change, remove, first } = openTwo();
    select(first.id);
    change(first.id, work);
    expect(store.get(selectedAddressAtom)).toEqual({ id: first.id, ...work });
    remove(first.id);
    expect(selected()).toBeNull();
  });

  test('stays when another address is deleted', () => {
    const { select, selected, remove, first, second } = openTwo();
    select(first.id);
    remove(second.id);
    expect(selected()).toBe(first.id);
  });

  test('of an unknown id is none', () => {
    const { select, selected } = openTwo();
    select('ghost');
    expect(selected()).toBeNull();
  });

  test('outlives an expired session: she who logs in again finds it, however her email is spelt', () => {
    const { select, selected, enter, expire, first } = openTwo();
    select(first.id);
    expire();
    expect(selected()).toBeNull();
    const user = { ...meera.user, email: 'Meera@Example.in' };
    enter({ token: 'a later token', user });
    expect(selected()).toBe(first.id);
  });

  test('belongs to one shopper, though the ids are the same', () => {
    const { select, selected, enter } = openBook();
    select('sample');
    enter(arjun);
    expect(selected()).toBeNull();
    select('sample');
    enter(meera);
    expect(selected()).toBeNull();
  });

  test('ends with logging out', () => {
    const { store, select, selected, enter, first } = openTwo();
    select(first.id);
    store.set(logoutAtom);
    enter(meera);
    expect(selected()).toBeNull();
  });
});

describe('who is logged in', () => {
  test('no one: there are no addresses, and adding goes to login', () => {
    const { store, list, storage } = openBook(undefined, null);
    expect(list()).toEqual([]);
    expect(store.set(addAddressAtom, ashasHome).ok).toBe(false);
    expect(store.set(updateAddressAtom, { id: 'sample', fields: ashasHome }).ok).toBe(false);
    store.set(deleteAddressAtom, 'sample');
    expect(toast.error.mock.calls).toEqual(Array(2).fill(['Please login to continue!']));
    expect(storage.length).toBe(0);
  });

  test("another shopper sees her own book; the first one's waits for her", () => {
    const { houses, list, enter } = openTwo();
    enter(arjun);
    expect(list().map(({ name }) => name)).toEqual(['Arjun Rao']);
    enter(meera);
    expect(houses()).toEqual(['12/4', '7']);
  });
});

describe('another tab', () => {
  const writeInOtherTab = (value: unknown) => {
    localStorage.setItem(key, JSON.stringify({ version: 1, value }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };

  test('changes the book: this one follows, its own next address is added to that', () => {
    const { add, houses, list } = openTwo();
    writeInOtherTab([...list(), { id: 'third', ...ashasHome, houseNumber: '99' }]);
    expect(houses()).toEqual(['12/4', '7', '99']);
    add({ ...ashasHome, houseNumber: '100' });
    expect(houses()).toEqual(['12/4', '7', '99', '100']);
  });

  test('deletes the selected address: nothing is selected here', () => {
    const { select, selected, first } = openTwo();
    select(first.id);
    writeInOtherTab([]);
    expect(selected()).toBeNull();
  });

  test('deletes what is being changed here: saving keeps it', () => {
    const { change, list, first } = openTwo();
    writeInOtherTab([]);
    change(first.id, work);
    expect(list()).toEqual([{ id: first.id, ...work }]);
  });
});
