import { emailKeyOf } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/host/storage';
import type { MockTables, ProductRow, UserRow } from './rows.ts';
import { sampleTables } from './sample-tables.ts';

declare global {
  interface PatchworkStores {
    'mock-users': 'shop';
  }
}

/** Data that calls read and write. `products` lacks hidden products and the fields that only operators see. */
export interface Data extends Pick<MockTables, 'products' | 'categories'> {
  /** See `loadUsers`. */
  loadUsers: () => Promise<void>;
  /** Finds a user by email, ignoring case and surrounding spaces. */
  findUser: (email: string) => UserRow | undefined;
  /** Replaces the user with this _id, or adds one. */
  saveUser: (user: UserRow) => void;
  /** Returns all rows, including what shoppers don't see. Returns the same object until a row changes. */
  tables: () => MockTables;
  replace: (tables: MockTables) => void;
}

/** Products that shoppers see, cached by list of rows. Rows are immutable. */
const shown = new WeakMap<readonly ProductRow[], readonly ProductRow[]>();

function showProducts(rows: readonly ProductRow[]): readonly ProductRow[] {
  const known = shown.get(rows);
  if (known) return known;
  const products = rows.some((row) => 'stock' in row || 'isHidden' in row)
    ? rows.flatMap(({ stock: _stock, isHidden, ...row }) => (isHidden ? [] : row))
    : rows;
  shown.set(rows, products);
  return products;
}

let parseUsers: ((value: unknown) => UserRow[]) | undefined;

const stored = createStoredValue({
  name: 'mock-users',
  version: 1,
  parse: (value) => parseUsers?.(value),
  scope: 'shop',
});

/** Storage key of the users, shared by all tabs. */
export const usersKey = stored.key;

export const hasStoredUsers = (): boolean => stored.readText() !== null;

/**
 * Loads the schema of stored users, which a page needs only for shoppers. Until then, a database that stores its users
 * doesn't read the stored ones, and its `saveUser` and `replace` throw.
 */
export async function loadUsers(): Promise<void> {
  parseUsers ??= (await import(/* webpackChunkName: "mock-shopper" */ './rows.ts')).parseUsers;
}

interface DatabaseOptions {
  readonly tables?: MockTables | undefined;
  /** Whether to store the users in the browser. */
  readonly isKept?: boolean;
}

/**
 * Creates the database. Unless `isKept` is false, users are stored in the browser. Products and categories are kept in
 * memory only.
 */
export function createDatabase({
  tables: first = sampleTables,
  isKept = true,
}: DatabaseOptions = {}): Data {
  let current = first;
  // Text at the last read or write. If the stored text differs, another tab has written it.
  let storedText: string | null = null;

  function tables(): MockTables {
    const text = isKept && parseUsers ? stored.readText() : null;
    if (text === storedText) return current;
    storedText = text;
    current = { ...current, users: stored.parseText(text) ?? first.users };
    return current;
  }

  function replace(next: MockTables): void {
    // If storage is full or unavailable, users are in memory until the page is left.
    if (isKept) {
      if (!parseUsers) throw new Error('loadUsers was not awaited');
      if (next.users !== tables().users) stored.write([...next.users]);
      storedText = stored.readText();
    }
    current = next;
  }

  return {
    get products() {
      return showProducts(current.products);
    },
    get categories() {
      return current.categories;
    },
    loadUsers,
    findUser: (email) => {
      const wanted = emailKeyOf(email);
      return tables().users.find((user) => emailKeyOf(user.email) === wanted);
    },
    saveUser: (user) => {
      const all = tables();
      const known = all.users.find(({ _id }) => _id === user._id);
      // Unchanged, so the history gets no entry.
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
