import { defaultFilters, type Filters, searchTerms } from '@patchwork/domain';
import { and, like, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { joinedWords, spacedLetters } from '../database/expressions.ts';
import { products } from '../database/schema.ts';

type Titled = Record<'searchTitle', PgColumn>;

const partOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Returns the condition for titles with this term, in a form that uses an index. The trigram index is asked for each
 * word of three or more letters, because asking for all letters of two words at once takes five times as long. For a
 * term without such words, the index of spaced letters is asked.
 */
export function titleHas(term: string): SQL | undefined {
  const words = term.split(/\s+/).filter((word) => [...word].length >= 3);
  return and(
    ...words.map((word) => like(products.searchTitle, partOf(word))),
    ...betweenWords(term).map((letters) =>
      like(joinedWords(products.searchTitle), partOf(letters)),
    ),
    words.length === 0
      ? like(spacedLetters(products.searchTitle), partOf(`q${[...term].join('q')}q`))
      : undefined,
    words[0] === term ? undefined : titleContains(term),
  );
}

/**
 * Returns the letters beside each space of a term, as in `joinedWords`: 'enqsh' for 'linen shirt'. Without them, a
 * phrase of frequent words that no title has would read every title with these words.
 */
const betweenWords = (term: string): string[] =>
  [...term.matchAll(/(?<=(\S{1,2})) (?=(\S{1,2}))/gu)].map(
    ([, before, after]) => `${before}q${after}`,
  );

/** Returns the condition for titles with this term, in lower case, in a form that uses no index. */
export const titleContains = (term: string, { searchTitle }: Titled = products): SQL =>
  sql`strpos(${searchTitle}, ${term}) > 0`;

/** Returns the terms that a title must have to be found: none for a blank search, which finds all. */
export const termsOf = (filters: Filters): string[] =>
  searchTerms(filters).filter((term) => term !== '');

/** Returns the condition for products that the search finds, in a form that uses an index; undefined for a blank search. */
export const isSearched = (filters: Filters): SQL | undefined =>
  and(...termsOf(filters).map(titleHas));

/** Returns the condition for products that the search finds, for statements that read products in a given order. */
export const contains = (filters: Filters, table: Titled = products): SQL | undefined =>
  and(...termsOf(filters).map((term) => titleContains(term, table)));

/** Returns the condition for titles that match a search; undefined for a blank search, which all titles match. */
export const titleMatches = (search: string): SQL | undefined =>
  isSearched({ ...defaultFilters, search });
