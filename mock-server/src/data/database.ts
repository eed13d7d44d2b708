import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';
import type { MockTables } from './rows.ts';
import { type UserRow, userRow } from './rows.ts';
import { sampleTables } from './sample-tables.ts';

declare global {
  interface PatchworkStores {
    'mock-users': 'shop';
  }
}

/** Data that a call may read and write. */
export interface Data extends Pick<MockTables, 'products' | 'categories'> {
  /** Finds a user by email, compared without case. */
  findUser: (email: string) => UserRow | undefined;
  /** Replaces the user with the same _id, or adds one. */
  saveUser: (user: UserRow) => void;
}

export interface Database extends Data {
  /** All rows; the same object until one changes. */
  tables: () => MockTables;
  /** Replaces all rows. */
  replace: (tables: MockTables) => void;
}

const stored = createStoredValue({
  name: 'mock-users',
  version: 1,
  parse: v.parser(v.array(userRow)),
  scope: 'shop',
});

/** Key under which the users are stored, for all tabs. */
export const usersKey = stored.key;

interface DatabaseOptions {
  readonly tables?: MockTables | undefined;
  /** Whether the browser stores the users. */
  readonly isKept?: boolean;
}

/**
 * Creates the database. Users are stored in the browser, unless `isKept` is false; products and categories are only in
 * memory.
 */
export function createDatabase({
  tables: first = sampleTables,
  isKept = true,
}: DatabaseOptions = {}): Database {
  let current = first;
  // Text at the last read or write. If the stored text differs, another tab has written it.
  let storedText: string | null = null;

  function tables(): MockTables {
    const text = isKept ? stored.readText() : null;
    if (text === storedText) return current;
    storedText = text;
    current = { ...current, users: stored.parseText(text) ?? first.users };
    return current;
  }

  function replace(next: MockTables): void {
    // If the storage is full or forbidden, the users are in memory until the page is left.
    if (isKept) {
      if (next.users !== tables().users) stored.write([...next.users]);
      storedText = stored.readText();
    }
    current = next;
  }

  return {
    get products() {
      return current.products;
    },
    get categories() {
      return current.categories;
    },
    findUser: (email) => {
      const wanted = email.toLowerCase();
      return tables().users.find((user) => user.email.toLowerCase() === wanted);
    },
    saveUser: (user) => {
      const all = tables();
      const known = all.users.find(({ _id }) => _id === user._id);
      // Nothing has changed, so no change is listed.
      if (JSON.stringify(user) === JSON.stringify(known)) return;
      const users = known
        ? all.users.map((other) => (other === known ? user : other))
        : [...all.users, user];
      replace({ ...all, users });
    },
    tables,
    replace,
  };
}
