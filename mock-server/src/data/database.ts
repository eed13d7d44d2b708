import * as v from 'valibot';
import type { MockTables } from './rows.ts';
import { type CategoryRow, type ProductRow, type UserRow, userRow } from './rows.ts';
import { sampleTables } from './sample-tables.ts';
import { sampleUsers } from './sample-users.ts';

/** What a call may read and write. */
export interface Data {
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
  /** Emails are compared without case. */
  findUser(email: string): UserRow | undefined;
  /** Replaces the user with the same _id, or adds one. */
  saveUser(user: UserRow): void;
}

export interface Database extends Data {
  /** All rows; the same object until one changes. */
  tables(): MockTables;
  /** Takes these rows in place of all that are there. */
  replace(tables: MockTables): void;
}

/** The version is part of the key: rows of another shape are another mock's. */
export const storageKey = 'patchwork.mock.v1';

const keptSchema = v.pipe(v.string(), v.parseJson(), v.object({ users: v.array(userRow) }));

interface UserStore {
  load(): readonly UserRow[];
  store(users: readonly UserRow[]): void;
}

/**
 * Other tabs write the same entry, so it is read again whenever it has changed. What cannot be read
 * is discarded, and a storage that throws leaves the users in memory.
 */
function createUserStore(storage: Storage | undefined): UserStore {
  let users = sampleUsers;
  let seen: string | null = null;

  const read = (): string | null => {
    try {
      return storage?.getItem(storageKey) ?? null;
    } catch {
      return null;
    }
  };

  return {
    load: () => {
      const kept = read();
      if (kept === seen) return users;
      seen = kept;
      const parsed = v.safeParse(keptSchema, kept);
      users = parsed.success ? parsed.output.users : sampleUsers;
      return users;
    },
    store: (next) => {
      users = next;
      try {
        storage?.setItem(storageKey, JSON.stringify({ users }));
      } catch {
        // Full or refused: the data lives on in memory until the page is left.
      }
      seen = read();
    },
  };
}

/** Users are kept in `storage` across reloads; products and categories are in memory. */
export function createDatabase(storage: Storage | undefined): Database {
  const { load, store } = createUserStore(storage);
  let current = sampleTables;

  const tables = (): MockTables => {
    const users = load();
    if (users !== current.users) current = { ...current, users };
    return current;
  };

  return {
    get products() {
      return current.products;
    },
    get categories() {
      return current.categories;
    },
    findUser: (email) => {
      const wanted = email.toLowerCase();
      return load().find((user) => user.email.toLowerCase() === wanted);
    },
    saveUser: (user) => {
      const others = load();
      const known = others.some((other) => other._id === user._id);
      store(
        known ? others.map((other) => (other._id === user._id ? user : other)) : [...others, user],
      );
    },
    tables,
    replace: (next) => {
      if (next.users !== load()) store(next.users);
      current = next;
    },
  };
}
