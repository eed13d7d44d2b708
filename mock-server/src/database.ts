import * as v from 'valibot';
import { type CategoryRow, type ProductRow, type UserRow, userRow } from './rows.ts';
import { sampleCategories } from './sample-categories.ts';
import { sampleProducts } from './sample-products.ts';
import { sampleUsers } from './sample-users.ts';

export interface Database {
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
  /** Emails are compared without case. */
  findUser(email: string): UserRow | undefined;
  /** Replaces the user with the same _id, or adds one. */
  saveUser(user: UserRow): void;
  /** Back to the sample data. */
  reset(): void;
}

/** The version is part of the key: rows of another shape are another mock's. */
export const storageKey = 'patchwork.mock.v1';

const keptSchema = v.pipe(v.string(), v.parseJson(), v.object({ users: v.array(userRow) }));

/**
 * Users are kept in `storage` across reloads; products and categories are the sample data's. Other
 * tabs write the same entry, so it is read again whenever it has changed. What cannot be read is
 * discarded, and a storage that throws leaves the data in memory.
 */
export const createDatabase = (storage: Storage | undefined): Database => {
  let users = sampleUsers;
  let seen: string | null = null;

  const read = (): string | null => {
    try {
      return storage?.getItem(storageKey) ?? null;
    } catch {
      return null;
    }
  };

  const load = (): readonly UserRow[] => {
    const kept = read();
    if (kept === seen) return users;
    seen = kept;
    const parsed = v.safeParse(keptSchema, kept);
    users = parsed.success ? parsed.output.users : sampleUsers;
    return users;
  };

  const store = (next: readonly UserRow[]): void => {
    users = next;
    try {
      storage?.setItem(storageKey, JSON.stringify({ users }));
    } catch {
      // Full or refused: the data lives on in memory until the page is left.
    }
    seen = read();
  };

  return {
    products: sampleProducts,
    categories: sampleCategories,
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
    reset: () => store(sampleUsers),
  };
};
