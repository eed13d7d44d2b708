import { boolean, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/**
 * At most one row. Triggers on the table of products give it another revision in each transaction that changes what
 * the shop shows of a product, which is everything but the number of pieces. They do so when the transaction is
 * committed, so that no other one waits for more than its end.
 */
export const catalogueRevisions = pgTable('catalogue_revisions', {
  isOnly: boolean('is_only').primaryKey().default(true),
  revision: uuid('revision').notNull(),
});

/** Returns what identifies the products as the shop shows them. Undefined: none has changed since the triggers are there. */
export async function readCatalogueRevision(db: Database): Promise<string | undefined> {
  const [row] = await db.select().from(catalogueRevisions);
  return row?.revision;
}
