import type { Row } from './tables.ts';

/** Rows are never changed in place, so what was read of one stays true. */
const texts = new WeakMap<Row, string>();

function textOf(row: Row): string {
  const text = texts.get(row) ?? JSON.stringify(Object.values(row)).toLowerCase();
  texts.set(row, text);
  return text;
}

/** The rows with every word of the query in one of their values, whatever the case. */
export function searchRows<T extends Row>(rows: readonly T[], query: string): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => words.every((word) => textOf(row).includes(word)));
}
