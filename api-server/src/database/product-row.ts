import { encodeProduct, type WireProduct } from '@patchwork/api';
import type { Product } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import type { Database } from './database.ts';
import { products } from './schema.ts';

type ProductRow = typeof products.$inferSelect;

export const toProduct = ({
  position: _position,
  searchTitle: _searchTitle,
  held: _held,
  stock,
  ...product
}: ProductRow): Product => ({ ...product, inStock: stock > 0 });

/** The fields of a product's row that come from the product alone. */
export const fromProduct = ({
  inStock: _stock,
  ...product
}: Omit<Product, 'inStock'> & Partial<Pick<Product, 'inStock'>>) => ({
  ...product,
  searchTitle: product.title.toLowerCase(),
});

export const toWireProduct = (row: ProductRow): WireProduct => encodeProduct(toProduct(row));

/** A product of the catalogue in the API's format. */
export async function findProduct(db: Database, id: string): Promise<WireProduct | undefined> {
  const [row] = await db.select().from(products).where(eq(products.id, id));
  return row && toWireProduct(row);
}
