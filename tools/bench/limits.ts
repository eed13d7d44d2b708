import { median, type Row, ratio, type Table } from './table.ts';

interface Limit {
  readonly ratio: number;
  readonly most?: number;
}

/** What a cold load may transfer: in relation to the one bundle, and in bytes. By a row's name. */
const limits: Readonly<Record<string, Limit>> = {
  // State that belongs to one remote is in each of its pages that use it: the cart's pages are 231.9 kB by idle.
  'JavaScript by idle': { ratio: 1.15, most: 233_000 },
  'requests by idle': { ratio: 1.1 },
};

function excess(row: Row): string[] {
  const limit = limits[row.name];
  if (!limit) return [];
  const { ratio: most, most: bytes = Number.POSITIVE_INFINITY } = limit;
  return [
    ...(ratio(row) > most ? [`${ratio(row).toFixed(2)}× of the one bundle, ${most}× allowed`] : []),
    ...(median(row.shop) > bytes ? [`${median(row.shop)} bytes, ${bytes} allowed`] : []),
  ].map((text) => `${row.name}: ${text}`);
}

/** One sentence for each limit that a table exceeds. */
export const excesses = ({ title, rows }: Table): string[] =>
  rows.flatMap(excess).map((text) => `${title}: ${text}`);
