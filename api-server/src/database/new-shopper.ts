import { randomUUID } from 'node:crypto';
import { encodeAddress } from '@patchwork/api/wire';
import { sampleAddress } from '@patchwork/domain';
import type { Database } from './database.ts';
import { addresses, shoppers } from './schema.ts';

type Shopper = typeof shoppers.$inferSelect;

/** Adds a shopper with the sample address; undefined where the email is taken. */
export const addShopper = (
  db: Database,
  values: Omit<typeof shoppers.$inferInsert, 'id' | 'emailKey'>,
): Promise<Shopper | undefined> =>
  db.transaction(async (tx) => {
    const emailKey = values.email.toLowerCase();
    const [shopper] = await tx
      .insert(shoppers)
      .values({ id: randomUUID(), ...values, emailKey })
      .onConflictDoNothing()
      .returning();
    if (shopper) {
      const { _id: id, ...address } = encodeAddress(firstAddress(shopper));
      await tx.insert(addresses).values({ id, shopperId: shopper.id, ...address });
    }
    return shopper;
  });

/** The address that a shopper starts with. */
const firstAddress = ({ name, firstName, lastName, email }: Shopper) =>
  sampleAddress({ name: name || `${firstName} ${lastName}`, email });
