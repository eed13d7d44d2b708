import type { WireBodyOf } from '@patchwork/api';
import { keepSources } from '@patchwork/api/operator';
import { err, ok, type Result, searchTextOf } from '@patchwork/domain';
import { and, asc, eq, gt, or } from 'drizzle-orm';
import { lockProducts } from '../checkout/stock.ts';
import type { Database } from '../database/database.ts';
import { products } from '../database/schema.ts';
import { type Actor, recordChange } from '../rows/audit.ts';
import { MAX_NUMBER, type ProductRow, toWireProduct } from '../rows/product-row.ts';
import { titleContains, titleMatches } from '../rows/search-titles.ts';

/** Returns a product in the API's format, with its stock and visibility. */
export const toOperatorProduct = (row: ProductRow) => ({
  ...toWireProduct(row),
  stock: row.stock,
  held: row.held,
  isHidden: row.isHidden,
});

interface ProductSearch {
  readonly limit: number;
  /** Position of the last product of the previous page; -1 for the first page. */
  readonly after: number;
  readonly search: string;
}

/** Number of products that are read in catalogue order before the index is asked. */
const READ_FIRST = 5_000;

/**
 * Finds products by id or a part of the title. Each subquery has a limit, which makes Postgres plan it alone: otherwise
 * it would read all products in catalogue order if it expects many to be found, even where none is.
 */
async function findProducts(db: Database, { limit, after, search }: ProductSearch) {
  const isId = eq(products.id, search);
  const next = db
    .select()
    .from(products)
    .where(gt(products.position, after))
    .orderBy(asc(products.position))
    .limit(READ_FIRST)
    .as('products');
  const near = await db
    .select()
    .from(next)
    .where(or(titleContains(searchTextOf(search)), isId))
    .orderBy(asc(products.position))
    .limit(limit);
  if (near.length === limit) return near;
  const found = db
    .select()
    .from(products)
    .where(and(or(titleMatches(search), isId), gt(products.position, after)))
    .limit(Number.MAX_SAFE_INTEGER)
    .as('products');
  return db.select().from(found).orderBy(asc(products.position)).limit(limit);
}

/** Lists products, hidden ones too, in catalogue order. `search` is an id or a part of the title; '' finds all. */
export async function listProducts(db: Database, { limit, after, search }: ProductSearch) {
  const query = { limit: limit + 1, after, search: search.trim() };
  const rows =
    query.search === ''
      ? await db
          .select()
          .from(products)
          .where(gt(products.position, after))
          .orderBy(asc(products.position))
          .limit(query.limit)
      : await findProducts(db, query);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { products: page.map(toOperatorProduct), nextCursor: last ? `${last.position}` : null };
}

export type ProductChange = WireBodyOf<'changeProduct'>['change'];

/** Reason why a change to a product is refused. */
export type ProductFault =
  | { readonly fault: 'productUnknown' }
  | { readonly fault: 'stockTooLow' | 'stockTooHigh'; readonly product: ProductRow };

/** Returns the fields that differ, with their old and new values; undefined if no field differs. */
function difference(before: ProductRow, after: ProductRow) {
  const changed = (Object.keys(after) as (keyof ProductRow)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (row: ProductRow) => Object.fromEntries(changed.map((field) => [field, row[field]]));
  return changed.length === 0 ? undefined : { before: pick(before), after: pick(after) };
}

/**
 * Changes a product's price, style, pictures or visibility, or adds pieces to its stock (removes them if `addStock` is
 * negative). Concurrent sales are not lost.
 */
export const changeProduct = (
  db: Database,
  id: string,
  { addStock = 0, ...fields }: ProductChange,
  actor: Actor,
): Promise<Result<ProductRow, ProductFault>> =>
  db.transaction(async (tx) => {
    const [product] = await lockProducts(tx, [id]);
    if (!product) return err({ fault: 'productUnknown' });
    const stock = product.stock + addStock;
    if (stock < product.held) return err({ fault: 'stockTooLow', product });
    if (stock > MAX_NUMBER) return err({ fault: 'stockTooHigh', product });
    const { image = product.image, pictures } = fields;
    const set = {
      ...{ ...fields, stock },
      // The files in other widths show the earlier picture.
      ...(image !== product.image && { sources: null }),
      ...(pictures && { pictures: keepSources(pictures, product.pictures ?? []) }),
    };
    const after = { ...product, ...set };
    const change = difference(product, after);
    if (!change) return ok(product);
    await tx.update(products).set(set).where(eq(products.id, id));
    await recordChange(tx, actor, { subject: id, ...change });
    return ok(after);
  });
