import {
  activeConstraints,
  COUNTED_PRODUCTS_LIMIT,
  defaultsOf,
  type EmptyListExplanation,
  type FilterConstraint,
  type Filters,
  filterConstraints,
  mostRestrictiveOf,
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
import { doubledLetters } from './catalogue.ts';
import type { Database } from './database.ts';
import { toProduct } from './product-row.ts';
import { products } from './schema.ts';

/** A price of the query may be higher than any in the column. */
const bigint = (value: number): SQL => sql`${value}::bigint`;

/** A pattern of `like` for a part of a text. */
const partOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** An index finds three letters in a row. Two of them are four where each letter is doubled. */
function titleHas(term: string): SQL | undefined {
  const letters = [...term];
  const doubled = letters.map((letter) => letter + letter).join('');
  return and(
    like(products.searchTitle, partOf(term)),
    letters.length === 2 ? like(doubledLetters(products.searchTitle), partOf(doubled)) : undefined,
  );
}

/** What `passes` of packages/domain checks, in SQL. Undefined: the filters have no such constraint. */
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

/** How many products match, at most one more than COUNTED_PRODUCTS_LIMIT. */
const listedOf = (filters: Filters): SQL<number> => sql<number>`(
  select count(*)::int from (
    select 1 from ${products} where ${matches(filters) ?? sql`true`}
    limit ${COUNTED_PRODUCTS_LIMIT + 1}
  ) as counted
)`;

/** `queryProducts` of packages/domain, in one statement for each page and two more for an empty list. */
export async function queryProductRows(db: Database, query: ProductQuery): Promise<ProductPage> {
  const { filters, limit, after } = query;
  const rows = await db
    .select({
      product: getTableColumns(products),
      listed: after ? sql<number>`0` : listedOf(filters),
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
  return { ...result, listed: 0, explanation: await explain(db, query) };
}

async function explain(db: Database, query: ProductQuery): Promise<EmptyListExplanation> {
  const { filters } = query;
  const defaults = defaultsOf(query);
  const cheapest = await findCheapest(db, filters);
  return {
    mostRestrictive: await findMostRestrictive(db, filters, defaults),
    cheapestAbove: cheapest && cheapest.price > defaults.maxPrice ? cheapest : undefined,
  };
}

/** Nothing within the price limit matches, so only what is above it has to be searched. */
async function findCheapest(db: Database, filters: Filters) {
  const withinLimit = conditions.maxPrice(filters);
  const [row] = await db
    .select()
    .from(products)
    .where(and(matches({ ...filters, maxPrice: Infinity }), withinLimit && not(withinLimit)))
    .orderBy(...orders.LOWTOHIGH)
    .limit(1);
  return row && toProduct(row);
}

/** A condition that is left out holds for every row. */
const countWhere = (condition: SQL | undefined): SQL<number> =>
  sql<number>`count(*) filter (where ${condition ?? sql`true`})::int`;

/** The only constraint that is set needs no count: it is the one, if it hides anything. */
async function findHidden(db: Database, constraint: FilterConstraint, filters: Filters) {
  const passing = conditions[constraint](filters);
  const hidden = await db
    .select({ id: products.id })
    .from(products)
    .where(passing && not(passing))
    .limit(1);
  return hidden.length > 0 ? constraint : undefined;
}

async function findMostRestrictive(db: Database, filters: Filters, defaults: Filters) {
  const active = activeConstraints(filters, defaults);
  const [only, ...others] = active;
  if (only === undefined || others.length === 0) return only && findHidden(db, only, filters);
  const counted = active.flatMap((constraint) => {
    const passing = conditions[constraint](filters);
    const relaxed = matches(relaxFilter(filters, constraint, defaults));
    return [
      [`${constraint}Hidden`, countWhere(passing && not(passing))],
      [`${constraint}Listed`, countWhere(relaxed)],
    ] as const;
  });
  const [counts = {}] = await db.select(Object.fromEntries(counted)).from(products);
  return mostRestrictiveOf(
    active.map((constraint) => ({
      constraint,
      hidden: counts[`${constraint}Hidden`] ?? 0,
      listed: counts[`${constraint}Listed`] ?? 0,
    })),
  );
}
