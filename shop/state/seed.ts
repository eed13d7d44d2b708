import { hashKey, type QueryKey } from '@tanstack/query-core';
import * as v from 'valibot';
import { queryClientOf } from './server-data.ts';
import type { Store } from './services.ts';

/** API data that a server has read to render a page, as JSON. The browser hydrates the page with it. */
export interface Seed {
  /** Version of the seed's format. A release ignores seeds of another version. */
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

/**
 * Parses the texts of seeds that belong together, and joins them; undefined if one isn't in this release's format. Of
 * the same data twice, the first is planted.
 */
export function parseSeeds(texts: readonly string[]): Seed | undefined {
  const parsed = v.safeParse(v.array(seedSchema), texts);
  if (!parsed.success) return undefined;
  return { format: FORMAT, queries: parsed.output.flatMap(({ queries }) => queries) };
}

/** Puts a seed's data into a new store before its first render. */
export function plantSeed(store: Store, { queries }: Seed): void {
  const client = queryClientOf(store);
  for (const [key, data] of queries) client.setQueryData(key, (known: unknown) => known ?? data);
}

/** Whether a store still has exactly the data of a seed. */
export function hasSeed(store: Store, { queries }: Seed): boolean {
  const client = queryClientOf(store);
  // Equal data that has been loaded again keeps its identity.
  return queries.every(([key, data]) => client.getQueryData(key) === data);
}

/** Loads the data of a seed again where it is shown: the data is some seconds old, and a price may have changed. */
export function refreshSeed(store: Store, { queries }: Seed): void {
  const client = queryClientOf(store);
  for (const [queryKey] of queries)
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'active' });
}

/**
 * Loads data that atoms requested while the page was rendered and that has not arrived yet. Resolves to whether any
 * data was missing. Rejects if a request fails.
 */
export async function loadMissing(store: Store): Promise<boolean> {
  const missing = queryClientOf(store)
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => {
      // The type of a query's options lacks `enabled`, which the observer sets.
      const { enabled } = options as { enabled?: boolean };
      return state.data === undefined && options.queryFn !== undefined && enabled !== false;
    });
  await Promise.all(missing.map((query) => query.fetch()));
  return missing.length > 0;
}

/** Returns the data of a store, without that of `known`. */
export function seedOf(store: Store, known?: Seed): Seed {
  const keys = new Set(known?.queries.map(([key]) => hashKey(key)));
  return {
    format: FORMAT,
    queries: queryClientOf(store)
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey, queryHash, state }) =>
        state.data === undefined || keys.has(queryHash) ? [] : [[queryKey, state.data] as const],
      ),
  };
}
