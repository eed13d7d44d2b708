import {
  COUNTED_PRODUCTS_LIMIT,
  type Filters,
  type ProductPage,
  type ProductQuery,
} from '@patchwork/domain';
import { and, asc, desc, getTableColumns, gt, gte, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { explainEmptyList } from './explain-empty-list.ts';
import { bigint, countOf, matches } from './filter-conditions.ts';
import { toProduct } from './product-row.ts';
import { products } from './schema.ts';

const orders: Record<Filters['sortBy'], SQL[]> = {
  '': [asc(products.position)],
  LOWTOHIGH: [asc(products.price), asc(products.position)],
  HIGHTOLOW: [desc(products.price), asc(products.position)],
};

/** What follows the end of a page. The first condition lets an index find the place. */
function follows({ filters: { sortBy }, after }: ProductQuery): SQL | undefined {
  if (!after) return undefined;
  const position = gt(products.position, after.position);
  if (sortBy === '') return position;
  const price = bigint(after.price);
  return sortBy === 'LOWTOHIGH'
    ? and(gte(products.price, price), or(gt(products.price, price), position))
    : and(lte(products.price, price), or(lt(products.price, price), position));
}

/** `queryProducts` of packages/domain, in one statement for each page and up to five more for an empty list. */
export async function queryProductRows(db: Database, query: ProductQuery): Promise<ProductPage> {
  const { filters, limit, after } = query;
  const rows = await db
    .select({
      product: getTableColumns(products),
      listed: after ? sql<number>`0` : countOf(matches(filters), COUNTED_PRODUCTS_LIMIT + 1),
    })
    .from(products)
    .where(and(matches(filters), follows(query)))
    .orderBy(...orders[filters.sortBy])
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit ? last : undefined;
  const result = {
    products: page.map(({ product }) => toProduct(product)),
    next: next && { price: next.product.price, position: next.product.position },
  };
  if (after) return result;
  if (last) return { ...result, listed: last.listed };
  return { ...result, listed: 0, explanation: await explainEmptyList(db, query) };
}
