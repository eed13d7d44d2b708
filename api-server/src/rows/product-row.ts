import { encodeProduct, type WireProduct } from '@patchwork/api';
import { type Product, searchTextOf } from '@patchwork/domain';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { buildOnce, type Database } from '../database/database.ts';
import { products } from '../database/schema.ts';

export type ProductRow = typeof products.$inferSelect;

/** Largest price and largest stock of a product. It fits into the database's integers. */
export const MAX_NUMBER = 999_999_999;

const BATCH_SIZE = 1000;

export const toProduct = ({
  position: _position,
  searchTitle: _searchTitle,
  held,
  stock,
  sources,
  pictures,
  care,
  isHidden: _isHidden,
  ...product
}: ProductRow): Product => ({
  ...product,
  inStock: stock > held,
  ...(sources && { sources }),
  ...(pictures && { pictures }),
  ...(care !== null && { care }),
});

/** Returns the columns that are filled from a product's data. */
export const fromProduct = ({
  inStock: _stock,
  ...product
}: Omit<Product, 'inStock'> & Partial<Pick<Product, 'inStock'>>) => ({
  ...product,
  searchTitle: searchTextOf(product.title),
});

export const toWireProduct = (row: ProductRow): WireProduct => encodeProduct(toProduct(row));

/** Condition for products that are shown and sold. The list's partial indexes have the same condition. */
export const isShown: SQL = sql`not ${products.isHidden}`;

const productQuery = buildOnce((db) =>
  db
    .select()
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isShown))
    .prepare('findProduct'),
);

/** Returns a product in the API's format; undefined if it is unknown or hidden. */
export async function findProduct(db: Database, id: string): Promise<WireProduct | undefined> {
  const [row] = await productQuery(db).execute({ id });
  return row && toWireProduct(row);
}

/** Reads the products that meet a condition, a thousand at a time, in list order. Without a condition, reads all. */
export async function* readProductRows(
  db: Database,
  condition?: SQL,
): AsyncGenerator<ProductRow[]> {
  for (let after = -1; ; ) {
    const rows = await db
      .select()
      .from(products)
      .where(and(gt(products.position, after), condition))
      .orderBy(asc(products.position))
      .limit(BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.position;
  }
}
