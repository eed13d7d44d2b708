import { endpoints } from '@patchwork/api';
import { sampleCategories, sampleProducts, sampleShopper } from '@patchwork/api/sample-data';
import { encodeAddress } from '@patchwork/api/wire';
import { emailKeyOf, sampleAddress } from '@patchwork/domain';
import { count, eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { addresses, categories, products, sessions, shoppers } from '../database/schema.ts';
import { fromProduct } from './product-row.ts';
import { addShopper } from './shopper-rows.ts';

/**
 * Fills an empty database with the sample categories and products, in one transaction. `stock` is the number of pieces
 * of each available product. Returns whether this call filled the database.
 */
export async function seed(db: Database, stock: number): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  return db.transaction(async (tx) => {
    // Processes that start at the same time wait here for the first one.
    await tx.execute(sql`set local lock_timeout = '10s'`);
    // The primary key lets only one of several processes insert. The others then see its rows.
    if (!(await seedCategories(tx))) return false;
    await tx.insert(products).values(readSampleProducts(stock));
    return true;
  });
}

/**
 * Adds the demo account, with the sample address and a hash of its password, unless the account exists. Safe for several
 * processes at once.
 */
export async function addGuest(
  db: Database,
  hash: (password: string) => Promise<string>,
): Promise<void> {
  const isGuest = eq(shoppers.emailKey, emailKeyOf(sampleShopper.email));
  const [known] = await db.select({ id: shoppers.id }).from(shoppers).where(isGuest);
  if (known) return;
  const { createdAt, name, firstName, lastName, email, password } = sampleShopper;
  const at = new Date(createdAt);
  const stamps = { createdAt: at, updatedAt: at };
  const passwordHash = await hash(password);
  await db.transaction(async (tx) => {
    const names = { name, firstName, lastName };
    const guest = await addShopper(tx, { email, ...names, profile: {}, passwordHash, ...stamps });
    if (!guest) return;
    const { _id: id, ...address } = encodeAddress(sampleAddress({ name, email }));
    await tx.insert(addresses).values({ id, shopperId: guest.id, ...address });
  });
}

/** Ends all sessions of the demo account, for a shop that no longer has a demo account. */
export const endGuestSessions = (db: Database): Promise<unknown> =>
  db.delete(sessions).where(
    inArray(
      sessions.shopperId,
      db
        .select({ id: shoppers.id })
        .from(shoppers)
        .where(eq(shoppers.emailKey, emailKeyOf(sampleShopper.email))),
    ),
  );

/** Adds missing categories; every catalogue has the same three. Returns whether any was missing. */
export async function seedCategories(db: Database): Promise<boolean> {
  const added = await db
    .insert(categories)
    .values(
      sampleCategories.map(({ _id: id, categoryName: name, ...rest }) => ({ id, name, ...rest })),
    )
    .onConflictDoNothing()
    .returning({ id: categories.id });
  return added.length > 0;
}

/**
 * Whether a shop has no categories, products or shoppers. A shop whose owner has deleted or replaced the sample
 * products still has categories, so it doesn't get the sample again.
 */
async function isEmpty(db: Database): Promise<boolean> {
  for (const table of [categories, products, shoppers]) {
    const [row] = await db.select({ rows: count() }).from(table);
    if (row && row.rows > 0) return false;
  }
  return true;
}

const readSampleProducts = (stock: number) =>
  v
    .parse(endpoints.listProducts.response, { products: [...sampleProducts] })
    .products.map((product) => ({
      ...fromProduct(product),
      stock: product.inStock ? stock : 0,
    }));
