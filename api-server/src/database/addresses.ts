import type { WireAddress } from '@patchwork/api/wire';
import { asc, eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { addresses } from './schema.ts';

/** The shopper's addresses in the API's format, oldest first. */
export async function readAddresses(db: Database, shopperId: string): Promise<WireAddress[]> {
  const rows = await db
    .select()
    .from(addresses)
    .where(eq(addresses.shopperId, shopperId))
    .orderBy(asc(addresses.position));
  return rows.map(({ id, shopperId: _shopper, position: _position, ...fields }) => ({
    _id: id,
    ...fields,
  }));
}
