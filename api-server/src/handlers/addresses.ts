import { badField } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import type { WireAddress } from '@patchwork/api/wire';
import { err, MAX_ADDRESSES, MAX_LENGTH, ok } from '@patchwork/domain';
import { and, count, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { addresses } from '../database/schema.ts';
import { lockShopper, readAddresses } from '../rows/shopper-rows.ts';
import type { Handlers } from './handler.ts';

const addressOf = (shopperId: string, id: string) =>
  and(eq(addresses.shopperId, shopperId), eq(addresses.id, id));

/** Appends an address. If its id exists, `change` decides whether the stored address is replaced or kept. */
async function store(
  db: Database,
  shopperId: string,
  { _id: id, ...fields }: WireAddress,
  change: 'replace' | 'keep',
) {
  // The id of the path, which no schema checks.
  if (id.length > MAX_LENGTH.id) {
    return err(badField('_id', `must have at most ${MAX_LENGTH.id} characters`));
  }
  return db.transaction(async (tx) => {
    // Locked so that two concurrent requests can't exceed the limit together.
    await lockShopper(tx, shopperId);
    const [known] = await tx.select().from(addresses).where(addressOf(shopperId, id));
    if (known && change === 'replace') {
      await tx.update(addresses).set(fields).where(addressOf(shopperId, id));
    }
    if (!known) {
      const [stored] = await tx
        .select({ rows: count() })
        .from(addresses)
        .where(eq(addresses.shopperId, shopperId));
      if (stored && stored.rows >= MAX_ADDRESSES) return err(refusals.tooManyAddresses);
      await tx.insert(addresses).values({ shopperId, id, ...fields });
    }
    return ok({ addresses: await readAddresses(tx, shopperId) });
  });
}

export const addressHandlers = {
  listAddresses: async ({ db, caller }) =>
    ok({ addresses: await readAddresses(db, caller.shopperId) }),

  addAddress: ({ db, caller, body }) => store(db, caller.shopperId, body.address, 'keep'),

  updateAddress: ({ db, caller, params, body }) =>
    store(db, caller.shopperId, { ...body.address, _id: params.addressId }, 'replace'),

  deleteAddress: async ({ db, caller: { shopperId }, params }) => {
    await db.delete(addresses).where(addressOf(shopperId, params.addressId));
    return ok({ addresses: await readAddresses(db, shopperId) });
  },
} satisfies Partial<Handlers>;
