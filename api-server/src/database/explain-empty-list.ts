import {
  activeConstraints,
  COUNTED_PRODUCTS_LIMIT,
  defaultsOf,
  type EmptyListExplanation,
  type FilterConstraint,
  type Filters,
  type ProductQuery,
  relaxFilter,
} from '@patchwork/domain';
import { and, asc, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { conditions, countOf, matches } from './filter-conditions.ts';
import { toProduct } from './product-row.ts';
import { products } from './schema.ts';

/** Why a list is empty: what `queryProducts` of packages/domain says of it. */
export async function explainEmptyList(
  db: Database,
  query: ProductQuery,
): Promise<EmptyListExplanation> {
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
    .orderBy(asc(products.price), asc(products.position))
    .limit(1);
  return row && toProduct(row);
}

/** `mostRestrictiveFilter` of packages/domain. */
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
 * The constraints that hide the most products, which are those that the fewest pass: an index finds a few. Only
 * where many products pass each of them, all are counted.
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

/** One count for each of these constraints, in one statement. */
async function countEach(
  db: Database,
  constraints: readonly FilterConstraint[],
  count: (constraint: FilterConstraint) => SQL<number>,
): Promise<Map<FilterConstraint, number>> {
  const counts = constraints.map((constraint) => [constraint, count(constraint)] as const);
  const [row] = await db.select(Object.fromEntries(counts)).from(sql`(select 1) as one`);
  return new Map(constraints.map((constraint) => [constraint, row?.[constraint] ?? 0]));
}

/** The constraint, if it hides anything. */
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
