import { loadavg } from 'node:os';
import { ReleaseError } from '@patchwork/release';
import { cartPage, detailPage, listPage, pages, type Setup } from './browser.ts';
import { measureEarlyPresses, measureFilter, measureLinks } from './clicks.ts';
import { measureLighthouse } from './lighthouse.ts';
import { bytes, excesses, measureColdLoads, measureTransfers } from './page-loads.ts';
import { combined, describeRun, markdown, type Table, writeDocument } from './report.ts';
import { withApi, withSetup } from './setup.ts';

/** Measures the pages with data, in a shop with an API server and no mock. */
const measureWithApi = (setup: Setup, runs: number): Promise<readonly Table[]> =>
  withApi(setup, async (sites) => {
    const tables: Table[] = [];
    for (const page of [listPage, detailPage, cartPage]) {
      tables.push(await measureColdLoads(sites, page, runs), await measureTransfers(sites, page));
    }
    tables.push(await measureLighthouse(sites, runs, [listPage.path, detailPage.path]));
    return tables.map((table) => ({ ...table, title: `${table.title}, with an API server` }));
  });

/**
 * Prints bytes and requests of each page's cold load. Resolves to the exit code, which is 1 if a limit is
 * exceeded. All pages are loaded at once, because they mostly wait for the network.
 */
export async function runQuick(): Promise<number> {
  const tables = await withSetup((setup) =>
    Promise.all(pages.map((page) => measureTransfers(setup, page, bytes))),
  );
  console.log(tables.map(markdown).join('\n'));
  const faults = tables.flatMap(excesses);
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
}

interface FullOptions {
  readonly runs: number;
  /** Name of the only section to run. It is not written to docs/speed.md. */
  readonly only?: string | undefined;
}

type Section = (setup: Setup, runs: number) => Promise<readonly Table[]>;

const table =
  (measure: (setup: Setup, runs: number) => Promise<Table>): Section =>
  async (setup, runs) => [await measure(setup, runs)];

/** Sections by their name for `--only`. */
const sections: Readonly<Record<string, Section>> = {
  ...Object.fromEntries(
    pages.flatMap((page): [string, Section][] => [
      [page.name, table((setup, runs) => measureColdLoads(setup, page, runs))],
      [`${page.name}-transfers`, table((setup) => measureTransfers(setup, page))],
    ]),
  ),
  presses: table(measureEarlyPresses),
  filter: table(measureFilter),
  links: table(measureLinks),
  lighthouse: table((setup, runs) => measureLighthouse(setup, runs)),
  api: measureWithApi,
};

/**
 * Runs all sections and writes their figures to docs/speed.md or, with `only`, runs just that section. Prints each
 * table. Throws a ReleaseError if there is no such section.
 */
export async function runFull({ runs, only }: FullOptions): Promise<void> {
  const chosen = Object.entries(sections).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) {
    throw new ReleaseError(`--only takes one of: ${Object.keys(sections).join(', ')}`);
  }
  const loadBefore = loadavg()[0] ?? 0;
  const tables = await withSetup(async (setup) => {
    const done: Table[] = [];
    for (const [, section] of chosen) {
      const measured = await section(setup, runs);
      console.log(measured.map(markdown).join('\n'));
      done.push(...measured);
    }
    return done;
  });
  const origin = describeRun(runs, loadBefore);
  console.log(origin);
  if (only === undefined) await writeDocument([origin, '', combined(tables)].join('\n'));
}
