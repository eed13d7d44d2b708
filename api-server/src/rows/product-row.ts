import { encodeProduct, type WireProduct } from '@patchwork/api';
import { type Product, type Sibling, searchTextOf, sortSiblings } from '@patchwork/domain';
import { and, asc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { buildOnce, type Database } from '../database/database.ts';
import { products } from '../database/schema.ts';

export type ProductRow = typeof products.$inferSelect;

/** Largest price and largest stock of a product. It fits into the database's integers. */
export const MAX_NUMBER = 999_999_999;

const BATCH_SIZE = 1000;

/** Returns a row's product, with its siblings if they were read. */
export const toProduct = (
  {
    position: _position,
    searchTitle: _searchTitle,
    held,
    stock,
    sources,
    pictures,
    care,
    style,
    colour,
    isHidden: _isHidden,
    ...product
  }: ProductRow,
  siblings: readonly Sibling[] | null = null,
): Product => ({
  ...product,
  inStock: stock > held,
  ...(sources && { sources }),
  ...(pictures && { pictures }),
  ...(care !== null && { care }),
  ...(style !== null && { style }),
  ...(colour && { colour }),
  ...(siblings && { siblings: sortSiblings(siblings) }),
});

/** Returns the columns that are filled from a product's data. */
export const fromProduct = ({
  inStock: _stock,
  siblings: _siblings,
  ...product
}: Omit<Product, 'inStock'> & Partial<Pick<Product, 'inStock'>>) => ({
  ...product,
  searchTitle: searchTextOf(product.title),
});

export const toWireProduct = (row: ProductRow): WireProduct => encodeProduct(toProduct(row));

/** Condition for products that are shown and sold. The list's partial indexes have the same condition. */
export const isShown: SQL = sql`not ${products.isHidden}`;

/** The products once more, for statements that compare a product with its siblings. */
export const sibling = alias(products, 'sibling');

const isSibling: SQL = sql`${sibling.style} = ${products.style} and not ${sibling.isHidden}`;

/** A product's siblings, in any order; null if it has none. */
const siblings: SQL<readonly Sibling[] | null> = sql`case when ${products.style} is not null then (
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', ${sibling.id}, 'size', ${sibling.size},
    'colour', ${sibling.colour}, 'price', ${sibling.price}, 'inStock', ${sibling.stock} > ${sibling.held})))
  from ${products} as "sibling" where ${isSibling} and ${sibling.id} <> ${products.id}) end`;

/** Selects a product and its siblings. Nested, because Drizzle would leave out the table's name before a column. */
export const withSiblings = {
  product: getTableColumns(products),
  siblings: sql<readonly Sibling[] | null>`${siblings}`,
};

/**
 * Returns the condition for the product that a list shows of its style, as `oneOfEachStyle` of shop/domain chooses it:
 * none of its siblings that `passes` comes before it. Products without a style, which are always shown, are not looked
 * up.
 */
export const isFirstOfStyle = (
  passes: SQL | undefined,
): SQL => sql`(${products.style} is null or not exists (
  select 1 from ${products} as "sibling" where ${isSibling} and ${passes ?? sql`true`}
    and (${sibling.stock} <= ${sibling.held}, ${sibling.price}, ${sibling.id} collate "C")
      < (${products.stock} <= ${products.held}, ${products.price}, ${products.id} collate "C")))`;

const productQuery = buildOnce((db) =>
  db
    .select(withSiblings)
    .from(products)
    .where(and(eq(products.id, sql.placeholder('id')), isShown))
    .prepare('findProduct'),
);

/** Returns a product in the API's format; undefined if it is unknown or hidden. */
export async function findProduct(db: Database, id: string): Promise<WireProduct | undefined> {
  const [row] = await productQuery(db).execute({ id });
  return row && encodeProduct(toProduct(row.product, row.siblings));
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
