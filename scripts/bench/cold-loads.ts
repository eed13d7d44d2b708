import { latencyOnly, load, type Setup, slow } from './browse.ts';
import type { MeasuredPage } from './pages.ts';
import type { Load } from './probe.ts';
import type { Row, Table } from './table.ts';

interface Measure {
  readonly name: string;
  readonly unit: Row['unit'];
  readonly read: (load: Load) => number;
}

const times: readonly Measure[] = [
  { name: 'first paint', unit: 'ms', read: ({ firstPaint }) => firstPaint },
  { name: 'readable', unit: 'ms', read: ({ readable }) => readable },
  { name: 'usable', unit: 'ms', read: ({ usable }) => usable },
  { name: 'largest paint (LCP)', unit: 'ms', read: ({ largestPaint }) => largestPaint },
  { name: 'layout shift', unit: '', read: ({ layoutShift }) => layoutShift },
];

const bytes: readonly Measure[] = [
  { name: 'JavaScript by idle', unit: 'kB', read: (load) => load.scriptBytes },
  { name: 'all bytes by idle', unit: 'kB', read: (load) => load.bytes },
  { name: 'requests by idle', unit: '', read: (load) => load.requests },
];

/** Depends on the line: what a fast one prefetches before the page is usable, a slow one does not. */
const bytesUntilUsable: Measure = {
  name: 'JavaScript until usable',
  unit: 'kB',
  read: (load) => load.scriptBytesUntilUsable,
};

/** Can be counted only where each request takes equally long. */
const depth: Measure = { name: 'depth of requests', unit: '', read: (load) => load.depth };

const rowsOf = (
  measures: readonly Measure[],
  shop: readonly Load[],
  reference: readonly Load[],
): Row[] =>
  measures.map(({ name, unit, read }) => ({
    name,
    unit,
    shop: shop.map(read),
    reference: reference.map(read),
  }));

/** Cold loads of one page, a shop's and a reference's in turn: both see the same load of the machine. */
export async function measureColdLoads(
  { browser, shop, reference }: Setup,
  page: MeasuredPage,
  runs: number,
): Promise<Table> {
  const loads: Record<'shop' | 'reference', Load[]> = { shop: [], reference: [] };
  for (let run = 0; run < runs; run += 1) {
    loads.shop.push(await load(browser, shop, page, { conditions: slow }));
    loads.reference.push(await load(browser, reference, page, { conditions: slow }));
  }
  return {
    title: `Cold load of ${page.path}`,
    note: 'Empty cache, processor 4 times slower, 1.6 Mbit/s, 150 ms.',
    rows: rowsOf([...times, bytesUntilUsable, ...bytes], loads.shop, loads.reference),
  };
}

/** What a cold load transfers, without times: one load of each is enough. */
export async function measureTransfers(
  { browser, shop, reference }: Setup,
  page: MeasuredPage,
): Promise<Table> {
  const options = { conditions: latencyOnly };
  const [ours, theirs] = await Promise.all([
    load(browser, shop, page, options),
    load(browser, reference, page, options),
  ]);
  return {
    title: `Transfers of ${page.path}`,
    note: 'Each request takes 300 ms, the processor and the line are not slowed down.',
    rows: rowsOf([...bytes, depth], [ours], [theirs]),
  };
}
