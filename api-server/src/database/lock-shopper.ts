import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { shoppers } from './schema.ts';

/**
 * Until the transaction ends, no other one that asks for the same shopper goes on. Returns the shopper. Rows
 * that refer to the shopper can be added meanwhile: a full lock would wait for a late payment's order, which
 * waits for the products that this transaction wants.
 */
export async function lockShopper(transaction: Database, shopperId: string) {
  const [shopper] = await transaction
    .select()
    .from(shoppers)
    .where(eq(shoppers.id, shopperId))
    .for('no key update');
  if (!shopper) throw new Error('The shopper of a session is missing');
  return shopper;
}
