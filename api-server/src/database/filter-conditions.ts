import { type FilterConstraint, type Filters, filterConstraints } from '@patchwork/domain';
import { and, gte, inArray, like, lte, type SQL, sql } from 'drizzle-orm';
import { spacedLetters } from './catalogue.ts';
import { products } from './schema.ts';

/** A price of the query may be higher than any in the column. */
export const bigint = (value: number): SQL => sql`${value}::bigint`;

/** A pattern of `like` for a part of a text. */
const partOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Of a short term, one index finds the letters; the other needs three in a row. */
function titleHas(term: string): SQL | undefined {
  const letters = [...term];
  return and(
    like(products.searchTitle, partOf(term)),
    letters.length < 3
      ? like(spacedLetters(products.searchTitle), partOf(`q${letters.join('q')}q`))
      : undefined,
  );
}

/** What `passes` of packages/domain checks, in SQL. Undefined: the filters have no such constraint. */
export const conditions: Record<FilterConstraint, (filters: Filters) => SQL | undefined> = {
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

export const matches = (filters: Filters): SQL | undefined =>
  and(...filterConstraints.map((constraint) => conditions[constraint](filters)));

/** How many products meet a condition. Counting stops at the limit; null counts them all. */
export const countOf = (
  condition: SQL | undefined,
  limit: number | null,
): SQL<number> => sql<number>`(
  select count(*)::int from (
    select 1 from ${products} where ${condition ?? sql`true`} limit ${limit}
  ) as counted
)`;
