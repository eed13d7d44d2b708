import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { shoppers } from './schema.ts';

/** Until the transaction ends, no other one that asks for the same shopper goes on. Returns the shopper. */
export async function lockShopper(transaction: Database, shopperId: string) {
  const [shopper] = await transaction
    .select()
    .from(shoppers)
    .where(eq(shoppers.id, shopperId))
    .for('update');
  if (!shopper) throw new Error('The shopper of a session is missing');
  return shopper;
}
