import { createWordFilter } from '../../match-words.ts';
import type { Row } from './tables.ts';

/** Rows are never changed in place, so the text of one is built once. */
const texts = new WeakMap<Row, string>();

function textOf(row: Row): string {
  const text = texts.get(row) ?? JSON.stringify(Object.values(row)).toLowerCase();
  texts.set(row, text);
  return text;
}

/** The rows that hold every word of the query in their values. */
export function searchRows<T extends Row>(rows: readonly T[], query: string): readonly T[] {
  const matches = createWordFilter(query);
  return query.trim() === '' ? rows : rows.filter((row) => matches(textOf(row)));
}
