import { StoredBody } from './answer.ts';
import type { Database } from './database/database.ts';
import { isShown, readProductRows, toWireProduct } from './database/product-row.ts';
import { catalogueRevisions } from './database/schema.ts';

/** Cached list of all products, as a response body. */
export interface ProductList {
  /** Returns the current list; undefined if the catalogue has more products than one response may contain. */
  readonly read: () => Promise<StoredBody | undefined>;
}

interface Made {
  /** Revision of the catalogue; undefined if no product has changed since the triggers were created. */
  readonly revision: string | undefined;
  readonly body: StoredBody | undefined;
}

/**
 * Caches the list of one catalogue revision in memory. Because any process may change the catalogue, each call reads
 * the revision, a single row, from the database. Concurrent calls that find a new revision share one rebuild.
 */
export function createProductList(db: Database, maxProducts: number): ProductList {
  let kept: Made | undefined;
  let making: Promise<Made> | undefined;

  async function make(): Promise<Made> {
    try {
      kept = await makeList(db, maxProducts);
      return kept;
    } finally {
      making = undefined;
    }
  }

  return {
    read: async () => {
      // A list that was started before this call may be older than data the client has already seen.
      await making?.catch(() => undefined);
      if (!kept || kept.revision !== (await readRevision(db))) {
        making ??= make();
        return (await making).body;
      }
      return kept.body;
    },
  };
}

async function readRevision(db: Database): Promise<string | undefined> {
  const [row] = await db.select().from(catalogueRevisions);
  return row?.revision;
}

/** Reads the products in batches, within one snapshot. */
async function makeList(db: Database, maxProducts: number): Promise<Made> {
  const { revision, parts } = await db.transaction(
    async (tx) => {
      const parts: string[] = [];
      const revision = await readRevision(tx);
      let count = 0;
      for await (const rows of readProductRows(tx, isShown)) {
        count += rows.length;
        if (count > maxProducts) return { revision, parts: undefined };
        parts.push(rows.map((row) => JSON.stringify(toWireProduct(row))).join(','));
      }
      return { revision, parts };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  if (!parts) return { revision, body: undefined };
  const body = new TextEncoder().encode(`{"products":[${parts.join(',')}]}`);
  return { revision, body: await StoredBody.of(body) };
}
