import {
  alternate,
  type Load,
  latencyOnly,
  load,
  type MeasuredPage,
  type Setup,
  slow,
} from './browser.ts';
import { type Measure, median, type Row, ratio, rowsOf, type Table } from './report.ts';

const times: readonly Measure<Load>[] = [
  { name: 'first paint', unit: 'ms', read: ({ firstPaint }) => firstPaint },
  { name: 'readable', unit: 'ms', read: ({ readable }) => readable },
  { name: 'complete', unit: 'ms', read: ({ complete }) => complete },
  { name: 'usable', unit: 'ms', read: ({ usable }) => usable },
  { name: 'largest paint (LCP)', unit: 'ms', read: ({ largestPaint }) => largestPaint },
  { name: 'layout shift', unit: '', read: ({ layoutShift }) => layoutShift },
];

export const bytes: readonly Measure<Load>[] = [
  { name: 'JavaScript by idle', unit: 'kB', read: (load) => load.scriptBytes },
  { name: 'all bytes by idle', unit: 'kB', read: (load) => load.bytes },
  { name: 'requests by idle', unit: '', read: (load) => load.requests },
];

/**
 * JavaScript until usable. Depends on the connection: on a fast one, files are prefetched before the page is usable.
 */
const bytesUntilUsable: Measure<Load> = {
  name: 'JavaScript until usable',
  unit: 'kB',
  read: (load) => load.scriptBytesUntilUsable,
};

/**
 * Length of the longest chain of requests before the page is usable. It is inferred from the requests' times, so it is
 * right only if all requests take equally long, which requires an otherwise idle processor.
 */
const depth: Measure<Load> = { name: 'depth of requests', unit: '', read: (load) => load.depth };

/** Measures cold loads of one page on a phone with a mobile network. */
export async function measureColdLoads(
  setup: Setup,
  page: MeasuredPage,
  runs: number,
): Promise<Table> {
  const loads = await alternate(setup, runs, (site) =>
    load(setup.browser, site, page, { conditions: slow }),
  );
  return {
    title: `Cold load of ${page.path}`,
    note: 'Empty cache, processor 4 times slower, 1.6 Mbit/s, 150 ms.',
    rows: rowsOf([...times, bytesUntilUsable, ...bytes], loads),
  };
}

/** Measures the transfers of a cold load. One load per site is enough, because no times are measured. */
export async function measureTransfers(
  setup: Setup,
  page: MeasuredPage,
  measures: readonly Measure<Load>[] = [depth],
): Promise<Table> {
  const loads = await alternate(setup, 1, (site) =>
    load(setup.browser, site, page, { conditions: latencyOnly }),
  );
  return {
    title: `Transfers of ${page.path}`,
    note: 'Each request takes 300 ms, the processor and the line are not slowed down.',
    rows: rowsOf(measures, loads),
  };
}

interface Limit {
  readonly ratio: number;
  readonly most?: number;
}

/** Limits for a cold load, by row name: a ratio to the one bundle, and a number of bytes. */
const limits: Readonly<Record<string, Limit>> = {
  // The mock's orders, accounts and mails load with a shopper's first call: pages of the cart load 250.5 kB by idle.
  'JavaScript by idle': { ratio: 1.12, most: 252_000 },
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

/** Lists the limits that a table exceeds, one sentence each. */
export const excesses = ({ title, rows }: Table): string[] =>
  rows.flatMap(excess).map((text) => `${title}: ${text}`);
