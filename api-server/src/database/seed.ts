import { endpoints } from '@patchwork/api';
import { sampleCategories, sampleProducts, sampleShopper } from '@patchwork/sample-data';
import { count } from 'drizzle-orm';
import * as v from 'valibot';
import type { Passwords } from '../auth/passwords.ts';
import type { Database } from './database.ts';
import { addShopper } from './new-shopper.ts';
import { fromProduct } from './product-row.ts';
import { categories, products, shoppers } from './schema.ts';

/**
 * Fills an empty database with the sample shop: all of it or nothing. `stock`: pieces of each product that is
 * in stock. Returns whether the database was empty.
 */
export async function seed(db: Database, passwords: Passwords, stock: number): Promise<boolean> {
  if (!(await isEmpty(db))) return false;
  const passwordHash = await passwords.hash(sampleShopper.password);
  return db.transaction(async (tx) => {
    // The table's primary key lets one of several processes insert; the others see its rows then.
    if (!(await seedCategories(tx))) return false;
    await tx.insert(products).values(readSampleProducts(stock));
    const { createdAt, name, firstName, lastName, email } = sampleShopper;
    const at = new Date(createdAt);
    const stamps = { createdAt: at, updatedAt: at };
    const names = { name, firstName, lastName };
    await addShopper(tx, { email, ...names, profile: {}, passwordHash, ...stamps });
    return true;
  });
}

/** Adds the categories that are missing: each catalogue has the same three. Returns whether one was. */
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

/** A shop whose owner deleted the sample, or brought their own catalogue, does not get it again. */
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
