// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Session } from '@patchwork/domain';
import { shopperStorageKey } from '@patchwork/host/storage';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { changeSessionAtom } from '../atoms/session.ts';
import { arjun, meera, openShop } from '../testing/fakes.ts';
import { storedValueAtom } from './stored-value-atom.ts';

const notesAtom = storedValueAtom<readonly string[]>({
  // No real store has this name.
  name: 'notes' as string as 'cart',
  scope: 'shopper',
  version: 2,
  parse: v.parser(v.array(v.string())),
  empty: [],
});
const keyOf = ({ user }: Session) => shopperStorageKey('notes', user.email);
const key = keyOf(meera);
const text = (value: unknown, version = 2) => JSON.stringify({ version, value });

/** Opens Meera's page, in a browser with these entries of an earlier visit. */
function openNotes(entries: Record<string, string> = {}, session: Session | null = meera) {
  const { store, storage } = openShop(session ? { session } : {});
  for (const [name, value] of Object.entries(entries)) storage.setItem(name, value);
  return {
    store,
    storage,
    notes: () => store.get(notesAtom),
    write: (value: readonly string[]) => store.set(notesAtom, value),
    enter: (next: Session | null) => store.set(changeSessionAtom, next),
  };
}

test('a written value is stored under its name and shopper, with its version', () => {
  const { storage, write, notes } = openNotes();
  expect(notes()).toEqual([]);
  write(['hem']);
  expect(notes()).toEqual(['hem']);
  expect(storage.getItem(key)).toBe(text(['hem']));
});

test('an update without a change writes nothing', () => {
  const { store, storage } = openNotes();
  store.set(notesAtom, (before) => before);
  expect(storage.getItem(key)).toBeNull();
});

test.each([
  ['an older version', text(['hem'], 1)],
  ['another shape', text({ hem: true })],
])('a value of %s is empty and overwritten by the next write', (_what, left) => {
  const { notes, write, storage } = openNotes({ [key]: left });
  expect(notes()).toEqual([]);
  write(['seam']);
  expect(storage.getItem(key)).toBe(text(['seam']));
});

describe('a value of a shopper', () => {
  test('is empty while no one is logged in, and can’t be written', () => {
    const { notes, write, storage } = openNotes({ [key]: text(['hem']) }, null);
    write(['seam']);
    expect(notes()).toEqual([]);
    expect(storage.getItem(key)).toBe(text(['hem']));
    expect(storage.length).toBe(1);
  });

  test('is neither read nor overwritten by another shopper with a value', () => {
    const { notes, write, enter, storage } = openNotes({ [key]: text(['hem']) });
    enter(arjun);
    expect(notes()).toEqual([]);
    write(['button']);
    expect(storage.getItem(key)).toBe(text(['hem']));
    enter(null);
    expect(notes()).toEqual([]);
    enter(meera);
    expect(notes()).toEqual(['hem']);
    enter(arjun);
    expect(notes()).toEqual(['button']);
  });

  test('is the same regardless of the case in which a server returns the email', () => {
    const { notes, write, enter, storage } = openNotes({ [key]: text(['hem']) });
    enter({ ...meera, user: { ...meera.user, email: 'Meera@Example.in' } });
    expect(notes()).toEqual(['hem']);
    write(['seam']);
    expect(storage.getItem(key)).toBe(text(['seam']));
  });
});

test('if the storage is full, the page keeps the value in memory', () => {
  const { storage, write, notes, enter } = openNotes({ [key]: text(['hem']) });
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  write(['seam']);
  expect(notes()).toEqual(['seam']);
  expect(storage.getItem(key)).toBe(text(['hem']));
  enter(arjun);
  enter(meera);
  expect(notes()).toEqual(['seam']);
});

describe('a change in another tab', () => {
  /** Opens a page. `other` writes or removes a value as another tab does, and sends its event. */
  const openTwoTabs = (left?: readonly string[]) => {
    const page = openNotes(left ? { [key]: text(left) } : {});
    const sendEvent = (name: string | null) =>
      window.dispatchEvent(new StorageEvent('storage', { key: name }));
    const other = (value: string | null, name = key) => {
      if (value === null) page.storage.removeItem(name);
      else page.storage.setItem(name, value);
      sendEvent(name);
    };
    return { ...page, other, sendEvent };
  };

  test('is followed, whether the atom is mounted or not', () => {
    const { store, notes, other } = openTwoTabs(['hem']);
    expect(notes()).toEqual(['hem']);
    other(text(['hem', 'seam']));
    expect(notes()).toEqual(['hem', 'seam']);
    const seen = vi.fn();
    store.sub(notesAtom, seen);
    other(text([]));
    expect(seen).toHaveBeenCalledOnce();
    expect(notes()).toEqual([]);
  });

  test('that writes the same text or another key keeps the identity of the value', () => {
    const { store, notes, other } = openTwoTabs(['hem']);
    const before = notes();
    const seen = vi.fn();
    store.sub(notesAtom, seen);
    other(text(['hem']));
    other(text(['button']), keyOf(arjun));
    expect(notes()).toBe(before);
    expect(seen).not.toHaveBeenCalled();
  });

  test('that removes, clears or corrupts the value makes it empty', () => {
    const { notes, write, storage, other, sendEvent } = openTwoTabs(['hem']);
    other(null);
    expect(notes()).toEqual([]);
    write(['seam']);
    other('{"version":2');
    expect(notes()).toEqual([]);
    write(['seam']);
    storage.clear();
    sendEvent(null);
    expect(notes()).toEqual([]);
  });

  test('whose event has not arrived is the basis of an update here', () => {
    const { store, notes, storage } = openTwoTabs(['hem']);
    expect(notes()).toEqual(['hem']);
    storage.setItem(key, text(['hem', 'seam']));
    store.set(notesAtom, (before) => [...before, 'button']);
    expect(notes()).toEqual(['hem', 'seam', 'button']);
  });
});

describe('a text of one tab', () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/teams.md'), 'utf8');
  const [, name, scope] = /`"([\w-]+)": { "scope": "(\w+)"/.exec(guide) ?? [];
  // The example of docs/teams.md.
  const draftAtom = storedValueAtom({
    name: name as 'placed-order',
    scope: scope as 'tab',
    version: 1,
    parse: v.parser(v.string()),
    empty: '',
  });
  const draft = ({ store }: Pick<ReturnType<typeof openNotes>, 'store'>) => store.get(draftAtom);
  const type = ({ store }: Pick<ReturnType<typeof openNotes>, 'store'>, words: string) =>
    store.set(draftAtom, words);
  const guest = () => {
    sessionStorage.clear();
    return openNotes({}, null);
  };

  test('is kept for a guest, also after a reload', () => {
    type(guest(), 'for Tara');
    expect(draft(openNotes({}, null))).toBe('for Tara');
    expect(localStorage.length).toBe(0);
  });

  test('that a guest typed is the shopper’s after the login, and no longer the guest’s', () => {
    const page = guest();
    type(page, 'for Tara');
    page.enter(meera);
    expect(draft(page)).toBe('for Tara');
    page.enter(null);
    expect(draft(page)).toBe('');
    page.enter(arjun);
    expect(draft(page)).toBe('');
    page.enter(meera);
    expect(draft(page)).toBe('for Tara');
  });

  test('that was typed last wins, when a shopper logs in again', () => {
    const page = guest();
    page.enter(meera);
    type(page, 'for Tara');
    page.enter(null);
    type(page, 'for Asha');
    page.enter(meera);
    expect(draft(page)).toBe('for Asha');
  });

  test('stays empty when the shopper has emptied it', () => {
    const page = guest();
    type(page, 'for Tara');
    page.enter(meera);
    type(page, '');
    page.enter(null);
    page.enter(meera);
    expect(draft(page)).toBe('');
    expect(sessionStorage.length).toBe(0);
  });

  test('is erased by logging out', () => {
    const page = guest();
    page.enter(meera);
    type(page, 'for Tara');
    page.store.set(changeSessionAtom, null, 'erased');
    expect(draft(page)).toBe('');
    expect(sessionStorage.length).toBe(0);
  });
});

describe('a value without an owner', () => {
  const seenAtom = storedValueAtom<readonly string[]>({
    name: 'seen' as string as 'user',
    scope: 'shop',
    version: 1,
    parse: v.parser(v.array(v.string())),
    empty: [],
  });

  test('is kept while no one is logged in, and remains after login', () => {
    const { store, enter } = openNotes({}, null);
    store.set(seenAtom, ['hem']);
    expect(store.get(seenAtom)).toEqual(['hem']);
    enter(meera);
    expect(store.get(seenAtom)).toEqual(['hem']);
  });

  test('remains when a session expires, and is erased by logging out', () => {
    const { store, enter, storage } = openNotes();
    store.set(seenAtom, ['hem']);
    enter(null);
    expect(store.get(seenAtom)).toEqual(['hem']);
    enter(arjun);
    store.set(changeSessionAtom, null, 'erased');
    expect(store.get(seenAtom)).toEqual([]);
    expect(storage.length).toBe(0);
  });
});
