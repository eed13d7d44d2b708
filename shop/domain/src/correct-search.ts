import { searchTextOf } from './search-text.ts';

/*
 * Corrections of a search that no title has, by the similarity of words: for servers and the mock. A database finds
 * similar words by the same measure, `similarity` of Postgres' pg_trgm, where its locale is of UTF-8.
 */

/** What separates the words of a title. The database has the same list: api-server/drizzle/0003_title_words.sql. */
const separators = /[ !-/:-@[-`{-~–—‘’“”„…·•₹€£®©™×«»।]+/u;

const MAX_WORD_LENGTH = 50;

/** Maximum number of words of a search that are corrected. */
const MAX_WORDS = 8;

/** Least similarity of what is offered: pg_trgm's own default. */
const MIN_SIMILARITY = 0.3;

/** Returns the words of a search text, each once. Single letters are none. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text.split(separators).filter((word) => {
      const { length } = [...word];
      return length > 1 && length <= MAX_WORD_LENGTH;
    }),
  ),
];

/**
 * Returns the trigrams of a text as pg_trgm does: those of each run of letters and digits, with two spaces before it and
 * one after. Virama and nukta are neither, so they end a run.
 */
function trigramsOf(text: string): Set<string> {
  const runs = text.match(/[\p{Alphabetic}\p{Nd}]+/gu) ?? [];
  return new Set(
    runs.flatMap((run) => {
      const letters = [' ', ' ', ...run, ' '];
      return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''));
    }),
  );
}

/** Returns the similarity of two search texts, from 0 to 1: the share of their trigrams that both have. */
export function similarity(one: string, other: string): number {
  const [ones, others] = [trigramsOf(one), trigramsOf(other)];
  const common = [...ones].filter((trigram) => others.has(trigram)).length;
  return common && common / (ones.size + others.size - common);
}

/** Returns the words of a search that are looked up among the words of titles. */
export const searchedWords = (search: string): string[] =>
  wordsOf(searchTextOf(search)).slice(0, MAX_WORDS);

/** Returns those of the words that are similar to a searched one, the nearest first. */
export function nearestWords(searched: string, words: Iterable<string>): string[] {
  const distance = (word: string) => Math.abs([...word].length - [...searched].length);
  return [...words]
    .map((word) => ({ word, similarity: similarity(searched, word) }))
    .filter((near) => near.similarity >= MIN_SIMILARITY)
    .sort(
      (one, other) =>
        other.similarity - one.similarity ||
        distance(one.word) - distance(other.word) ||
        (one.word < other.word ? -1 : 1),
    )
    .map(({ word }) => word);
}

/**
 * Returns the searches to offer instead of one, the best first. `nearest` has the nearest word of any title for each
 * searched word that has one. First all of these words, then fewer and fewer without the least similar one, as long as
 * the whole is similar to what was typed.
 */
export function corrections(search: string, nearest: ReadonlyMap<string, string>): string[] {
  const typed = searchTextOf(search);
  const left = [...nearest].map(([searched, word]) => ({
    word,
    similarity: similarity(searched, word),
  }));
  const offers: string[] = [];
  while (left.length > 0) {
    const offer = [...new Set(left.map(({ word }) => word))].join(' ');
    if (similarity(typed, offer) >= MIN_SIMILARITY) offers.push(offer);
    const least = Math.min(...left.map((each) => each.similarity));
    left.splice(
      left.findLastIndex((each) => each.similarity === least),
      1,
    );
  }
  return offers;
}

/**
 * Returns the words to search for instead of a search that no title has: those nearest to it of which some title has
 * all. '' if none are similar. Implementations on a database must return the same.
 */
export function correctSearch(titles: readonly string[], search: string): string {
  const texts = titles.map(searchTextOf);
  const words = new Set(texts.flatMap(wordsOf));
  const nearest = new Map<string, string>();
  for (const searched of searchedWords(search)) {
    const [word] = nearestWords(searched, words);
    if (word !== undefined) nearest.set(searched, word);
  }
  const isFound = (offer: string) =>
    texts.some((text) => offer.split(' ').every((word) => text.includes(word)));
  return corrections(search, nearest).find(isFound) ?? '';
}
