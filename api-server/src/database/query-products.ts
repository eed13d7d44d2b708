import {
  COUNTED_PRODUCTS_LIMIT,
  type Filters,
  type ProductPage,
  type ProductQuery,
} from '@patchwork/domain';
import {
  and,
  asc,
  desc,
  getTableColumns,
  gt,
  gte,
  inArray,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { explainEmptyList } from './explain-empty-list.ts';
import { bigint, conditions, countOf, matches } from './filter-conditions.ts';
import { toProduct } from './product-row.ts';
import { products } from './schema.ts';

/**
 * A search that finds no more than these is read from its index once, for the count and the page. Above them the
 * page is found sooner in the list's own order.
 */
const SEARCHED_ONCE_LIMIT = 1_500;

function orderOf(
  { price, position }: Record<'price' | 'position', PgColumn>,
  { sortBy }: Filters,
): SQL[] {
  if (sortBy === '') return [asc(position)];
  return [sortBy === 'LOWTOHIGH' ? asc(price) : desc(price), asc(position)];
}

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

interface ListedRow {
  readonly product: typeof products.$inferSelect;
  /** As `ProductPage` has it, on a first page. */
  readonly listed: number;
}

/** The products of the page and the one that follows them. */
const findPage = (db: Database, query: ProductQuery): Promise<ListedRow[]> =>
  db
    .select({
      product: getTableColumns(products),
      listed: query.after
        ? sql<number>`0`
        : countOf(matches(query.filters), COUNTED_PRODUCTS_LIMIT + 1),
    })
    .from(products)
    .where(and(matches(query.filters), follows(query)))
    .orderBy(...orderOf(products, query.filters))
    .limit(query.limit + 1);

/** The same for the first page of a search. Undefined: it finds too many products. */
async function findSearched(
  db: Database,
  { filters, limit }: ProductQuery,
): Promise<ListedRow[] | undefined> {
  const found = db.$with('found').as(
    db
      .select({ price: products.price, position: products.position })
      .from(products)
      .where(matches(filters))
      .limit(SEARCHED_ONCE_LIMIT + 1),
  );
  const page = db
    .select({ position: found.position })
    .from(found)
    .orderBy(...orderOf(found, filters))
    .limit(limit + 1);
  const rows = await db
    .with(found)
    .select({
      product: getTableColumns(products),
      listed: sql<number>`(select count(*)::int from ${found})`,
    })
    .from(products)
    .where(inArray(products.position, page))
    .orderBy(...orderOf(products, filters));
  const listed = rows[0]?.listed ?? 0;
  if (listed > SEARCHED_ONCE_LIMIT) return undefined;
  const counted = Math.min(listed, COUNTED_PRODUCTS_LIMIT + 1);
  return rows.map(({ product }) => ({ product, listed: counted }));
}

/**
 * `queryProducts` of packages/domain, in one or two statements for each page and up to five more for an empty
 * list.
 */
export async function queryProductRows(db: Database, query: ProductQuery): Promise<ProductPage> {
  const { filters, limit, after } = query;
  const isFirstOfSearch = !after && conditions.search(filters) !== undefined;
  const searched = isFirstOfSearch ? await findSearched(db, query) : undefined;
  const rows = searched ?? (await findPage(db, query));
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
