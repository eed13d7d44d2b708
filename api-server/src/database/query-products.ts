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
  relaxFilter,
} from '@patchwork/domain';
import {
  and,
  asc,
  desc,
  getTableColumns,
  gt,
  gte,
  inArray,
  like,
  lt,
  lte,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { spacedLetters } from './expressions.ts';
import { toProduct } from './product-row.ts';
import { products } from './schema.ts';

/**
 * Number of products up to which a search is read from its index once, for both count and page. If it finds more, the
 * page is found faster in the list's own order.
 */
const SEARCHED_ONCE_LIMIT = 1_500;

function orderOf(
  { price, position }: Record<'price' | 'position', PgColumn>,
  { sortBy }: Filters,
): SQL[] {
  if (sortBy === '') return [asc(position)];
  return [sortBy === 'LOWTOHIGH' ? asc(price) : desc(price), asc(position)];
}

/** Returns the condition for products after the end of a page. Its first comparison lets an index find the place. */
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
  /** Number of listed products as in `ProductPage`, on a first page; otherwise 0. */
  readonly listed: number;
}

/** Finds the products of the page and the one that follows them. */
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

/**
 * Finds the first page of a search as `findPage` does; undefined if the search finds more than SEARCHED_ONCE_LIMIT
 * products.
 */
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
 * Does what `queryProducts` of packages/domain does, in one or two statements for each page and up to five more for an
 * empty list.
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

/** Returns a price of a query as a bigint: it may exceed the integers of the column. */
const bigint = (value: number): SQL => sql`${value}::bigint`;

const partOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the condition for titles with this term. The index of three letters in a row can't find a shorter term: the
 * index of spaced letters does.
 */
function titleHas(term: string): SQL | undefined {
  const letters = [...term];
  return and(
    like(products.searchTitle, partOf(term)),
    letters.length < 3
      ? like(spacedLetters(products.searchTitle), partOf(`q${letters.join('q')}q`))
      : undefined,
  );
}

/** Conditions that `passes` of packages/domain checks, in SQL; undefined if the filters have no such constraint. */
const conditions: Record<FilterConstraint, (filters: Filters) => SQL | undefined> = {
  maxPrice: ({ maxPrice }) =>
    Number.isFinite(maxPrice) ? lte(products.price, bigint(maxPrice)) : undefined,
  categories: ({ categories }) =>
    categories.length > 0 ? inArray(products.category, categories) : undefined,
  sizes: ({ sizes }) => (sizes.length > 0 ? inArray(products.size, sizes) : undefined),
  minRating: ({ minRating }) => (minRating > 0 ? gte(products.rating, minRating) : undefined),
  search: ({ search }) => {
    const term = search.trim().toLowerCase();
    return term === '' ? undefined : titleHas(term);
  },
};

const matches = (filters: Filters): SQL | undefined =>
  and(...filterConstraints.map((constraint) => conditions[constraint](filters)));

/** Counts the products that meet a condition, up to the limit; null counts them all. */
const countOf = (condition: SQL | undefined, limit: number | null): SQL<number> => sql<number>`(
  select count(*)::int from (
    select 1 from ${products} where ${condition ?? sql`true`} limit ${limit}
  ) as counted
)`;

/** Explains why a list is empty, as `queryProducts` of packages/domain does. */
async function explainEmptyList(db: Database, query: ProductQuery): Promise<EmptyListExplanation> {
  const { filters } = query;
  const defaults = defaultsOf(query);
  const cheapest = await findCheapest(db, filters);
  return {
    mostRestrictive: await findMostRestrictive(db, filters, defaults),
    cheapestAbove: cheapest && cheapest.price > defaults.maxPrice ? cheapest : undefined,
  };
}

/**
 * Finds the cheapest product that only the price limit hides. Nothing within the limit matches, so only prices above it
 * are searched.
 */
async function findCheapest(db: Database, filters: Filters) {
  const withinLimit = conditions.maxPrice(filters);
  const [row] = await db
    .select()
    .from(products)
    .where(and(matches({ ...filters, maxPrice: Infinity }), withinLimit && not(withinLimit)))
    .orderBy(asc(products.price), asc(products.position))
    .limit(1);
  return row && toProduct(row);
}

/** Does what `mostRestrictiveFilter` of packages/domain does. */
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

/**
 * Finds the constraints that hide the most products: those that the fewest products pass. Counting stops early, because
 * an index finds a few quickly. Only if many products pass each constraint, all are counted.
 */
async function findStrictest(
  db: Database,
  active: readonly FilterConstraint[],
  filters: Filters,
): Promise<FilterConstraint[]> {
  const countPassing = (limit: number | null) =>
    countEach(db, active, (constraint) => countOf(conditions[constraint](filters), limit));
  const some = await countPassing(COUNTED_PRODUCTS_LIMIT + 1);
  const hasFew = Math.min(...some.values()) <= COUNTED_PRODUCTS_LIMIT;
  const passing = hasFew ? some : await countPassing(null);
  const fewest = Math.min(...passing.values());
  return active.filter((constraint) => passing.get(constraint) === fewest);
}

/** Returns a count for each of these constraints, from one statement. */
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
  const hidden = await db.select({ id: products.id }).from(products).where(not(passing)).limit(1);
  return hidden.length > 0 ? constraint : undefined;
}
