import { corrections, type Filters, nearestWords, searchedWords } from '@patchwork/domain';
import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { products, titleWords } from '../database/schema.ts';
import { isShown } from './product-row.ts';
import { termsOf, titleContains, titleHas } from './search-titles.ts';

/** Number of products that are read in the catalogue's order before the index is asked. They settle frequent words. */
const READ_FIRST = 2_000;

/** Number of words that are compared with a searched one. */
const MAX_SIMILAR = 100;

/** Whether the shop shows a product whose title has all of these terms, and meets the condition. */
async function hasTitle(db: Database, terms: readonly string[], condition?: SQL): Promise<boolean> {
  const isIt = and(...terms.map((term) => titleContains(term)), condition);
  const first = db
    .select({ searchTitle: products.searchTitle })
    .from(products)
    .where(isShown)
    .orderBy(asc(products.position))
    .limit(READ_FIRST)
    .as('products');
  const found = db
    .select({ searchTitle: products.searchTitle })
    .from(products)
    .where(and(isShown, ...terms.map(titleHas)))
    .limit(Number.MAX_SAFE_INTEGER)
    .as('products');
  for (const titles of [first, found]) {
    const rows = await db.select({ one: sql`1` }).from(titles).where(isIt).limit(1);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Returns the condition for titles that have this word, not only as a part of another. */
const hasWord = (word: string): SQL =>
  sql`${word} in (select words_of_title(${products.searchTitle}))`;

/** Finds the word of a shown title that is nearest to a searched word; undefined if none is similar. */
async function findNearest(db: Database, searched: string): Promise<string | undefined> {
  const similar = await db
    .select({ word: titleWords.word })
    .from(titleWords)
    .where(sql`${titleWords.word} % ${searched}`)
    .orderBy(
      sql`${titleWords.word} <-> ${searched}`,
      sql`abs(length(${titleWords.word}) - ${[...searched].length}::int)`,
      sql`${titleWords.word} collate "C"`,
    )
    .limit(MAX_SIMILAR);
  for (const word of nearestWords(
    searched,
    similar.map((row) => row.word),
  )) {
    // Words of titles that are gone stay in the table.
    if (await hasTitle(db, [word], hasWord(word))) return word;
  }
  return undefined;
}

/**
 * Does what `correctSearch` of shop/domain does; undefined if the search is blank or some title has it, which the other
 * filters may hide.
 */
export async function correctSearchIn(db: Database, filters: Filters): Promise<string | undefined> {
  const terms = termsOf(filters);
  if (terms.length === 0 || (await hasTitle(db, terms))) return undefined;
  const nearest = new Map<string, string>();
  for (const searched of searchedWords(filters.search)) {
    const word = await findNearest(db, searched);
    if (word !== undefined) nearest.set(searched, word);
  }
  for (const offer of corrections(filters.search, nearest)) {
    if (await hasTitle(db, offer.split(' '))) return offer;
  }
  return '';
}
