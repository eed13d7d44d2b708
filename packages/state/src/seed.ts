import type { QueryKey } from '@tanstack/query-core';
import * as v from 'valibot';
import { queryClientOf } from './server-data.ts';
import type { Store } from './services.ts';

/**
 * Data that a server has read from the API to render a page, as JSON: a browser that hydrates the page begins with
 * it.
 */
export interface Seed {
  /** Number of the form of keys and data: a page of a release with another number doesn't read the seed. */
  readonly format: typeof FORMAT;
  readonly queries: readonly (readonly [key: QueryKey, data: unknown])[];
}

const FORMAT = 1;

const seedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    format: v.literal(FORMAT),
    queries: v.array(v.tuple([v.array(v.unknown()), v.unknown()])),
  }),
);

/** Returns the seed in a page's text; undefined if the text is not in this release's form. */
export function parseSeed(text: string): Seed | undefined {
  const parsed = v.safeParse(seedSchema, text);
  return parsed.success ? parsed.output : undefined;
}

/** Puts the data into a new store, for its first render. */
export function plantSeed(store: Store, { queries }: Seed): void {
  const client = queryClientOf(store);
  for (const [key, data] of queries) client.setQueryData(key, data);
}

/** Loads the data again: it is some seconds old when its page is shown, and a price may have changed. */
export function refreshSeed(store: Store, { queries }: Seed): void {
  const client = queryClientOf(store);
  for (const [queryKey] of queries)
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'active' });
}

/**
 * Loads the data that atoms of the store have requested while a page was rendered, and that is not loaded yet.
 * Resolves to false if there was none. Rejects if the API can't give it.
 */
export async function loadMissing(store: Store): Promise<boolean> {
  const missing = queryClientOf(store)
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => {
      // The type of a query's options lacks `enabled`, which comes from the observer that made the query.
      const { enabled } = options as { enabled?: boolean };
      return state.data === undefined && options.queryFn !== undefined && enabled !== false;
    });
  await Promise.all(missing.map((query) => query.fetch()));
  return missing.length > 0;
}

/** Returns all data that a store has loaded. */
export const seedOf = (store: Store): Seed => ({
  format: FORMAT,
  queries: queryClientOf(store)
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state }) =>
      state.data === undefined ? [] : [[queryKey, state.data] as const],
    ),
});
