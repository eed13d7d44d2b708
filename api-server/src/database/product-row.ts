import { encodeProduct, type WireProduct } from '@patchwork/api';
import type { Product } from '@patchwork/domain';
import { asc, eq, gt } from 'drizzle-orm';
import type { Database } from './database.ts';
import { products } from './schema.ts';

export type ProductRow = typeof products.$inferSelect;

const BATCH_SIZE = 1000;

export const toProduct = ({
  position: _position,
  searchTitle: _searchTitle,
  held,
  stock,
  pictures,
  care,
  ...product
}: ProductRow): Product => ({
  ...product,
  inStock: stock > held,
  ...(pictures && { pictures }),
  ...(care !== null && { care }),
});

/** Returns the fields of a product's row that come from the product alone. */
export const fromProduct = ({
  inStock: _stock,
  ...product
}: Omit<Product, 'inStock'> & Partial<Pick<Product, 'inStock'>>) => ({
  ...product,
  searchTitle: product.title.toLowerCase(),
});

export const toWireProduct = (row: ProductRow): WireProduct => encodeProduct(toProduct(row));

/** Returns a product of the catalogue in the API's format; undefined for an unknown id. */
export async function findProduct(db: Database, id: string): Promise<WireProduct | undefined> {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  return row && toWireProduct(row);
}

/** Reads all products in the order of the list, a thousand at a time. */
export async function* readProductRows(db: Database): AsyncGenerator<ProductRow[]> {
  for (let after = -1; ; ) {
    const rows = await db
      .select()
      .from(products)
      .where(gt(products.position, after))
      .orderBy(asc(products.position))
      .limit(BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.position;
  }
}
