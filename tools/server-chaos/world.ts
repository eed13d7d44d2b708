import { anAddress, aProduct } from '@patchwork/domain/testing';
import { sql } from 'drizzle-orm';
import type { Tokens } from '../../api-server/src/auth/sessions.ts';
import { openSession } from '../../api-server/src/auth/sessions.ts';
import type { Database } from '../../api-server/src/database/database.ts';
import { fromProduct } from '../../api-server/src/database/product-row.ts';
import { addresses, products, shoppers } from '../../api-server/src/database/schema.ts';
import { createRandom } from './random.ts';
import type { Shopper } from './shopper.ts';

/** Pieces of each product at the beginning: too few for so many shoppers. */
export const initialStock = (shoppers: number): number => Math.max(1, Math.round(shoppers / 10));

const PRODUCT_COUNT = 12;

const productOf = (index: number, stock: number) => ({
  ...fromProduct(
    aProduct({ id: `product-${index}`, title: `Product ${index}`, price: 100 + index }),
  ),
  stock,
});

/** Empties the database and fills it with a small catalogue and with shoppers who are logged in. */
export async function createPeople(
  db: Database,
  tokens: Tokens,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<{ readonly shoppers: readonly Shopper[]; readonly productIds: readonly string[] }> {
  await db.execute(sql`truncate shoppers, products, rate_limits restart identity cascade`);
  const catalogue = Array.from({ length: PRODUCT_COUNT }, (_, index) =>
    productOf(index, initialStock(count)),
  );
  await db.insert(products).values(catalogue);
  const people = Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed, index + 1);
    return { random, id: random.uuid(), email: `shopper-${index}@patchwork.example` };
  });
  await db.insert(shoppers).values(
    people.map(({ id, email }) => ({
      id,
      email,
      emailKey: email,
      name: 'Meera Das',
      firstName: 'Meera',
      lastName: 'Das',
      profile: {},
      passwordHash: 'none: no one logs in with it',
    })),
  );
  await db.insert(addresses).values(people.map(({ id }) => ({ ...anAddress, shopperId: id })));
  return {
    productIds: catalogue.map(({ id }) => id),
    shoppers: await Promise.all(
      people.map(async ({ id, email, random }) => ({
        random,
        addressId: anAddress.id,
        token: await openSession(db, tokens, { id, email }),
      })),
    ),
  };
}
