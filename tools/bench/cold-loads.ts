import { alternate, latencyOnly, load, type Setup, slow } from './browse.ts';
import type { MeasuredPage } from './pages.ts';
import type { Load } from './probe.ts';
import { type Measure, rowsOf, type Table } from './table.ts';

const times: readonly Measure<Load>[] = [
  { name: 'first paint', unit: 'ms', read: ({ firstPaint }) => firstPaint },
  { name: 'readable', unit: 'ms', read: ({ readable }) => readable },
  { name: 'usable', unit: 'ms', read: ({ usable }) => usable },
  { name: 'largest paint (LCP)', unit: 'ms', read: ({ largestPaint }) => largestPaint },
  { name: 'layout shift', unit: '', read: ({ layoutShift }) => layoutShift },
];

const bytes: readonly Measure<Load>[] = [
  { name: 'JavaScript by idle', unit: 'kB', read: (load) => load.scriptBytes },
  { name: 'all bytes by idle', unit: 'kB', read: (load) => load.bytes },
  { name: 'requests by idle', unit: '', read: (load) => load.requests },
];

/** Depends on the line: what a fast one prefetches before the page is usable, a slow one does not. */
const bytesUntilUsable: Measure<Load> = {
  name: 'JavaScript until usable',
  unit: 'kB',
  read: (load) => load.scriptBytesUntilUsable,
};

/** Can be counted only where each request takes equally long. */
const depth: Measure<Load> = { name: 'depth of requests', unit: '', read: (load) => load.depth };

/** Cold loads of one page, as a phone on a mobile network has them. */
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

/** What a cold load transfers, without times: one load of each is enough. */
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
