import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { products } from './schema.ts';

/**
 * Makes the catalogue fast after many products were written: new titles wait in a list that each search reads
 * whole, and the planner knows nothing of them. A Postgres server does this by itself within minutes, PGlite never.
 */
export async function tidyProducts(db: Database): Promise<void> {
  try {
    await db.execute(sql`vacuum (analyze) ${products}`);
  } catch {
    // It took longer than a statement may: then the server does it.
  }
}
