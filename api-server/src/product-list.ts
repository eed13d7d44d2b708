import { StoredBody } from './answer.ts';
import type { Database } from './database/database.ts';
import { readProductRows, toWireProduct } from './database/product-row.ts';
import { catalogueRevisions } from './database/schema.ts';

/** Answer that lists all products. */
export interface ProductList {
  /** Returns the list as the database has it now; undefined if the catalogue has more products than one answer may have. */
  readonly read: () => Promise<StoredBody | undefined>;
}

interface Made {
  /** Revision of the catalogue; undefined if no product has changed since the triggers were created. */
  readonly revision: string | undefined;
  readonly body: StoredBody | undefined;
}

/**
 * Keeps the list of one revision of the catalogue in memory. Any process may change the catalogue, so each call asks
 * the database for its revision, which is one row. Calls that find a new revision share the list that is then made.
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
      // A list that was begun before this call may be older than data that the caller has seen.
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

/** Reads the products batch by batch, in one snapshot. */
async function makeList(db: Database, maxProducts: number): Promise<Made> {
  const { revision, parts } = await db.transaction(
    async (tx) => {
      const parts: string[] = [];
      const revision = await readRevision(tx);
      let count = 0;
      for await (const rows of readProductRows(tx)) {
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
