import {
  alternate,
  type Load,
  latencyOnly,
  listPage,
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

const bytes: readonly Measure<Load>[] = [
  { name: 'JavaScript by idle', unit: 'kB', read: (load) => load.scriptBytes },
  { name: 'all bytes by idle', unit: 'kB', read: (load) => load.bytes },
  { name: 'requests by idle', unit: '', read: (load) => load.requests },
];

/** Measure that depends on the line: a fast one prefetches files before the page is usable, a slow one does not. */
const bytesUntilUsable: Measure<Load> = {
  name: 'JavaScript until usable',
  unit: 'kB',
  read: (load) => load.scriptBytesUntilUsable,
};

/** Measure that can be counted only if all requests take equally long. */
const depth: Measure<Load> = { name: 'depth of requests', unit: '', read: (load) => load.depth };

/** Measures cold loads of one page, on a phone on a mobile network. */
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

/** Measures the transfers of a cold load. No times are measured, so one load of each site is enough. */
export async function measureTransfers(setup: Setup, page: MeasuredPage): Promise<Table> {
  const loads = await alternate(setup, 1, (site) =>
    load(setup.browser, site, page, { conditions: latencyOnly }),
  );
  return {
    title: `Transfers of ${page.path}`,
    note: 'Each request takes 300 ms, the processor and the line are not slowed down.',
    rows: rowsOf([...bytes, depth], loads),
  };
}

interface Limit {
  readonly ratio: number;
  readonly most?: number;
}

/** Limits for a cold load, as a ratio to the one bundle and in bytes, by a row's name. */
const limits: Readonly<Record<string, Limit>> = {
  // State that belongs to one remote is in each of its pages that use it: the cart's pages are 233.1 kB by idle.
  'JavaScript by idle': { ratio: 1.15, most: 233_500 },
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

/** Names each limit that a table exceeds, one sentence each. */
export const excesses = ({ title, rows }: Table): string[] =>
  rows.flatMap(excess).map((text) => `${title}: ${text}`);

const LARGEST = 10;

/** Reasons why a file is loaded, by pattern of its address; the first that matches counts. */
const reasons: readonly [RegExp, string][] = [
  [/js\/lib-router\./, 'React Router; its core is one closure, so all of it is needed'],
  [/js\/index\./, 'the shell: boot, frame, store, API client, the federation runtime'],
  [/js\/async\/mock\./, 'the mock: handlers and sample data; not loaded where there is an API'],
  [/js\/async\/\w{1,2}\./, 'Mirage, which the mock is made with; not loaded where there is an API'],
  [/js\/\w{1,2}\./, 'React, Jotai, TanStack Query, valibot: one copy for all pieces'],
  [/font\/hanken/, 'the font of all text but headings'],
  [/font\/fraunces/, 'the font of the headings'],
  [/remotes\/mfe-catalog\/.*remoteEntry/, 'the container of the remote that has this page'],
  [
    /remotes\/.*remoteEntry/,
    'the container of a remote that the header links to, loaded when idle',
  ],
  [/remotes\/.*expose_ProductList\w*\.\w+\.js/, 'the page'],
  [/^\/productlist$/, 'the page: the frame, the registry for its path, the products'],
  [/images\//, 'a product’s picture'],
];

function reasonOf(path: string): string {
  return reasons.find(([pattern]) => pattern.test(path))?.[1] ?? 'no reason is written down';
}

/** Returns the largest downloads of a visitor to the list, as a table in Markdown. */
export async function listLargest({ browser, shop }: Setup): Promise<string> {
  const { files } = await load(browser, shop, listPage, { conditions: slow });
  const largest = [...files].sort((a, b) => b.bytes - a.bytes).slice(0, LARGEST);
  return [
    `### The ${LARGEST} largest downloads of ${listPage.path}`,
    '',
    '| | | why |',
    '| --- | --: | --- |',
    ...largest.map(
      ({ path, bytes }) => `| \`${path}\` | ${(bytes / 1000).toFixed(1)} kB | ${reasonOf(path)} |`,
    ),
    '',
  ].join('\n');
}
