import {
  activeConstraints,
  COUNTED_PRODUCTS_LIMIT,
  defaultsOf,
  type EmptyListExplanation,
  type FilterConstraint,
  type Filters,
  filterConstraints,
  type ProductPage,
  type ProductQuery,
  type Relaxation,
  relaxFilter,
  type Sibling,
  withCorrection,
} from '@patchwork/domain';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { products } from '../database/schema.ts';
import { correctSearchIn } from './correct-search.ts';
import { isFirstOfStyle, isShown, sibling, toProduct, withSiblings } from './product-row.ts';
import { contains, isSearched } from './search-titles.ts';

/**
 * Size of the sample: the first products of the catalogue, in which hits are counted to estimate their total number.
 */
const SAMPLED_PRODUCTS = 10_000;

/**
 * Maximum number of hits for which count and page are read from the index in one go. With more, it is faster to find
 * the page in list order.
 */
const SEARCHED_ONCE_LIMIT = 1_500;

/** Number of hits in the sample that suggests more than SEARCHED_ONCE_LIMIT hits among a million products. */
const MANY_IN_SAMPLE = 15;

function orderOf(
  { price, position }: Record<'price' | 'position', PgColumn>,
  { sortBy }: Filters,
): SQL[] {
  if (sortBy === '') return [asc(position)];
  return [sortBy === 'LOWTOHIGH' ? asc(price) : desc(price), asc(position)];
}

/**
 * Returns the condition for products after the previous page; undefined for the first page. The condition's first
 * comparison lets an index find where the page begins.
 */
function follows({ filters: { sortBy }, after }: ProductQuery): SQL | undefined {
  if (!after) return undefined;
  const position = gt(products.position, after.position);
  if (sortBy === '') return position;
  const price = bigint(after.price);
  return sortBy === 'LOWTOHIGH'
    ? and(gte(products.price, price), or(gt(products.price, price), position))
    : and(lte(products.price, price), or(lt(products.price, price), position));
}

/** Filters, and whether the catalogue has styles; by default it may have some. */
type ListFilters = Filters & { readonly hasStyles?: boolean };

/** Selects a product and, if the catalogue has styles, its siblings: planning to look for them takes longer than a page. */
const listedProduct = ({ hasStyles = true }: ListFilters) =>
  hasStyles ? withSiblings : { ...withSiblings, siblings: sql<null>`null` };

interface ListedRow {
  readonly product: typeof products.$inferSelect;
  readonly siblings: readonly Sibling[] | null;
  /** Number of listed products, as in `ProductPage`, on a first page; otherwise 0. */
  readonly listed: number;
}

/** Finds the products of a page, and the next product if there is one, by reading products in the order of the list. */
const findPage = (
  db: Database,
  query: ProductQuery,
  listed: SQL<number> = sql<number>`0`,
): Promise<ListedRow[]> =>
  db
    .select({ ...listedProduct(query.filters), listed })
    .from(products)
    .where(
      and(
        isShown,
        passesFilters(query.filters),
        contains(query.filters),
        follows(query),
        isListed(query.filters),
      ),
    )
    .orderBy(...orderOf(products, query.filters))
    .limit(query.limit + 1);

const findFirstPage = (db: Database, query: ProductQuery): Promise<ListedRow[]> =>
  findPage(db, query, countListed(query.filters));

/**
 * Finds the first page of a search. For a frequent term, reads products in list order until the page is full; for a
 * rare one, uses only the index.
 */
async function findSearched(db: Database, query: ProductQuery): Promise<ListedRow[]> {
  const sampled = await countInSample(db, query.filters);
  const isFrequent = sampled > COUNTED_PRODUCTS_LIMIT;
  const most = sampled < MANY_IN_SAMPLE ? SEARCHED_ONCE_LIMIT : COUNTED_PRODUCTS_LIMIT;
  const found = isFrequent ? undefined : await findInIndex(db, query, most);
  return found ?? findPage(db, query, sql<number>`${COUNTED_PRODUCTS_LIMIT + 1}::int`);
}

/** Counts the listed products that a search finds in the sample, at most COUNTED_PRODUCTS_LIMIT + 1. */
async function countInSample(db: Database, filters: Filters): Promise<number> {
  const sample = db
    .select()
    .from(products)
    .where(isShown)
    .orderBy(asc(products.position))
    .limit(SAMPLED_PRODUCTS)
    .as('products');
  const counted = db
    .select({ one: sql`1` })
    .from(sample)
    .where(and(passesFilters(filters), contains(filters), isListed(filters)))
    .limit(COUNTED_PRODUCTS_LIMIT + 1)
    .as('counted');
  const [row] = await db.select({ count: count() }).from(counted);
  return row?.count ?? 0;
}

/**
 * Returns the products that a search finds, as a subquery. The subquery's limit makes Postgres plan the search without
 * the other filters and the sort order. Otherwise Postgres would read their indexes whole, in addition to the search's
 * index or instead of it.
 */
const findsIn = (db: Database, filters: Filters) =>
  db
    .select()
    .from(products)
    .where(and(isShown, conditions.search(filters)))
    .limit(Number.MAX_SAFE_INTEGER)
    .as('products');

/** Finds the first page of a search in the index of titles; undefined if the search finds more than `most` products. */
async function findInIndex(
  db: Database,
  { filters, limit }: ProductQuery,
  most: number,
): Promise<ListedRow[] | undefined> {
  const found = db.$with('found').as(
    db
      .select({ price: products.price, position: products.position })
      .from(findsIn(db, filters))
      .where(and(passesFilters(filters), isListed(filters)))
      .limit(most + 1),
  );
  const page = db
    .select({ position: found.position })
    .from(found)
    .orderBy(...orderOf(found, filters))
    .limit(limit + 1);
  const rows = await db
    .with(found)
    .select({
      ...listedProduct(filters),
      listed: sql<number>`(select count(*)::int from ${found})`,
    })
    .from(products)
    .where(inArray(products.position, page))
    .orderBy(...orderOf(products, filters));
  const listed = rows[0]?.listed ?? 0;
  if (listed > most) return undefined;
  const counted = Math.min(listed, COUNTED_PRODUCTS_LIMIT + 1);
  return rows.map((row) => ({ ...row, listed: counted }));
}

/** Finds the rows of a page, and one more if another page follows. */
function findRows(db: Database, query: ProductQuery): Promise<ListedRow[]> {
  if (query.after) return findPage(db, query);
  return conditions.search(query.filters) ? findSearched(db, query) : findFirstPage(db, query);
}

/**
 * Does what `queryProducts` of shop/domain does, in one to three statements for each page, and for an empty list in up to
 * five more, or some for each word of a corrected search. `hasStyles` is false if no product has a style.
 */
export async function queryProductRows(
  db: Database,
  { filters, ...asked }: ProductQuery,
  hasStyles = true,
): Promise<ProductPage> {
  const query = { ...asked, filters: { ...filters, hasStyles } };
  const rows = await findRows(db, query);
  const corrected = rows.length > 0 ? undefined : await correctSearchIn(db, query.filters);
  if (!corrected) {
    const page = await pageOf(db, query, rows);
    return corrected === undefined ? page : { ...page, corrected };
  }
  const other = withCorrection(query, corrected);
  return { ...(await pageOf(db, other, await findRows(db, other))), corrected };
}

/** Returns the page of these rows. */
async function pageOf(
  db: Database,
  query: ProductQuery,
  rows: readonly ListedRow[],
): Promise<ProductPage> {
  const { limit, after } = query;
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit ? last : undefined;
  const result = {
    products: page.map(({ product, siblings }) => toProduct(product, siblings)),
    next: next && { price: next.product.price, position: next.product.position },
  };
  if (after) return result;
  if (last) return { ...result, listed: last.listed };
  return { ...result, listed: 0, explanation: await explainEmptyList(db, query) };
}

/** Casts a price of a query to bigint, because it may exceed the column's integer range. */
const bigint = (value: number): SQL => sql`${value}::bigint`;

type Columns = Record<'price' | 'category' | 'size' | 'rating', PgColumn>;

/**
 * SQL conditions that do the same as `passes` in shop/domain, of products or another table with their columns;
 * undefined if the filters don't have the constraint.
 */
const columnConditions: Record<
  Exclude<FilterConstraint, 'search'>,
  (filters: Filters, columns: Columns) => SQL | undefined
> = {
  maxPrice: ({ maxPrice }, { price }) =>
    Number.isFinite(maxPrice) ? lte(price, bigint(maxPrice)) : undefined,
  categories: ({ categories }, { category }) =>
    categories.length > 0 ? inArray(category, categories) : undefined,
  sizes: ({ sizes }, { size }) => (sizes.length > 0 ? inArray(size, sizes) : undefined),
  minRating: ({ minRating }, { rating }) => (minRating > 0 ? gte(rating, minRating) : undefined),
};

const conditions: Record<FilterConstraint, (filters: Filters) => SQL | undefined> = {
  maxPrice: (filters) => columnConditions.maxPrice(filters, products),
  categories: (filters) => columnConditions.categories(filters, products),
  sizes: (filters) => columnConditions.sizes(filters, products),
  minRating: (filters) => columnConditions.minRating(filters, products),
  search: isSearched,
};

/** Returns the condition for products that pass all filters but the search. */
const passesFilters = (filters: Filters, columns: Columns = products): SQL | undefined =>
  and(
    ...filterConstraints.map((constraint) =>
      constraint === 'search' ? undefined : columnConditions[constraint](filters, columns),
    ),
  );

/** Returns the condition for the product that the list shows of each style; undefined without styles. */
const isListed = ({ hasStyles = true, ...filters }: ListFilters): SQL | undefined =>
  hasStyles
    ? isFirstOfStyle(and(passesFilters(filters, sibling), contains(filters, sibling)))
    : undefined;

const matches = (filters: Filters): SQL | undefined =>
  and(isShown, passesFilters(filters), conditions.search(filters));

/** Returns SQL that counts the listed products, as in `ProductPage`. */
const countListed = (filters: Filters): SQL<number> =>
  countOf(and(matches(filters), isListed(filters)), COUNTED_PRODUCTS_LIMIT + 1);

/** Returns SQL that counts the products that meet a condition, up to `limit`; null counts all. */
const countOf = (condition: SQL | undefined, limit: number | null): SQL<number> => sql<number>`(
  select count(*)::int from (
    select 1 from ${products} where ${condition ?? sql`true`} limit ${limit}
  ) as counted
)`;

/** Explains why a list is empty, as `queryProducts` of shop/domain does. */
async function explainEmptyList(db: Database, query: ProductQuery): Promise<EmptyListExplanation> {
  const { filters } = query;
  const defaults = defaultsOf(query);
  const cheapest = await findCheapest(db, filters);
  return {
    mostRestrictive: await findMostRestrictive(db, filters, defaults),
    relaxations: await findRelaxations(db, filters, defaults),
    cheapestAbove: cheapest && cheapest.price > defaults.maxPrice ? cheapest : undefined,
  };
}

/**
 * Finds the cheapest product that only the price limit hides. Searches only above the limit, because no product within
 * it matches.
 */
async function findCheapest(db: Database, filters: Filters) {
  const withinLimit = conditions.maxPrice(filters);
  if (!withinLimit) return undefined;
  const isAbove = and(passesFilters({ ...filters, maxPrice: Infinity }), not(withinLimit));
  const found = conditions.search(filters)
    ? db.select().from(findsIn(db, filters)).where(isAbove)
    : db.select().from(products).where(and(isShown, isAbove));
  const [cheapest] = await found.orderBy(asc(products.price), asc(products.position)).limit(1);
  if (!cheapest) return undefined;
  const [row] = await db.select(withSiblings).from(products).where(eq(products.id, cheapest.id));
  return row && toProduct(row.product, row.siblings);
}

/** Implements `mostRestrictiveFilter` of shop/domain. */
async function findMostRestrictive(db: Database, filters: Filters, defaults: Filters) {
  const active = activeConstraints(filters, defaults);
  const strictest = active.length > 1 ? await findStrictest(db, active, filters) : active;
  if (strictest.length < 2) return findHiding(db, strictest[0], filters);
  const listed = await countEach(db, strictest, (constraint) =>
    countOf(matches(relaxFilter(filters, constraint, defaults)), null),
  );
  const most = Math.max(...listed.values());
  const constraint = strictest.find((each) => listed.get(each) === most);
  return findHiding(db, constraint, filters);
}

/** Implements `usefulRelaxations` of shop/domain. */
async function findRelaxations(
  db: Database,
  filters: Filters,
  defaults: Filters,
): Promise<Relaxation[]> {
  const active = activeConstraints(filters, defaults);
  if (active.length === 0) return [];
  const listed = await countEach(db, active, (constraint) =>
    countListed(relaxFilter(filters, constraint, defaults)),
  );
  return [...listed]
    .map(([constraint, count]) => ({ constraint, listed: count }))
    .filter((each) => each.listed > 0);
}

/**
 * Finds the constraints that the fewest products pass. First counts only up to a limit, because an index finds a few
 * matches quickly. Counts all products only if many pass each constraint.
 */
async function findStrictest(
  db: Database,
  active: readonly FilterConstraint[],
  filters: Filters,
): Promise<FilterConstraint[]> {
  const countPassing = (limit: number | null) =>
    countEach(db, active, (constraint) =>
      countOf(and(isShown, conditions[constraint](filters)), limit),
    );
  const some = await countPassing(COUNTED_PRODUCTS_LIMIT + 1);
  const hasFew = Math.min(...some.values()) <= COUNTED_PRODUCTS_LIMIT;
  const passing = hasFew ? some : await countPassing(null);
  const fewest = Math.min(...passing.values());
  return active.filter((constraint) => passing.get(constraint) === fewest);
}

/** Counts the products for each of these constraints in one statement. */
async function countEach(
  db: Database,
  constraints: readonly FilterConstraint[],
  count: (constraint: FilterConstraint) => SQL<number>,
): Promise<Map<FilterConstraint, number>> {
  const counts = constraints.map((constraint) => [constraint, count(constraint)] as const);
  const [row] = await db.select(Object.fromEntries(counts)).from(sql`(select 1) as one`);
  return new Map(constraints.map((constraint) => [constraint, row?.[constraint] ?? 0]));
}

/** Returns the constraint if it hides any product, else undefined. */
async function findHiding(
  db: Database,
  constraint: FilterConstraint | undefined,
  filters: Filters,
): Promise<FilterConstraint | undefined> {
  const passing = constraint && conditions[constraint](filters);
  if (!passing) return undefined;
  const hidden = await db
    .select({ id: products.id })
    .from(products)
    .where(and(isShown, not(passing)))
    .limit(1);
  return hidden.length > 0 ? constraint : undefined;
}
