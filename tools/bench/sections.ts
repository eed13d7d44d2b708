import { loadavg } from 'node:os';
import { ReleaseError } from '@patchwork/release';
import { cartPage, detailPage, listPage, pages, type Setup } from './browser.ts';
import { measureFilter, measureLinks } from './clicks.ts';
import { measureLighthouse } from './lighthouse.ts';
import { bytes, excesses, measureColdLoads, measureTransfers } from './page-loads.ts';
import { describeRun, markdown, type Table, writeDocument } from './report.ts';
import { withApi, withSetup } from './setup.ts';

/** Measures the pages with data, in a shop with an API server and no mock. Resolves to Markdown. */
const measureWithApi = (setup: Setup, runs: number): Promise<string> =>
  withApi(setup, async (sites) => {
    const tables: Table[] = [];
    for (const page of [listPage, detailPage, cartPage]) {
      tables.push(await measureColdLoads(sites, page, runs), await measureTransfers(sites, page));
    }
    tables.push(await measureLighthouse(sites, runs, [listPage.path, detailPage.path]));
    return tables
      .map((table) => markdown({ ...table, title: `${table.title}, with an API server` }))
      .join('\n');
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
  /** Number of runs for each figure. */
  readonly runs: number;
  /** Name of the only section to run. Its table is not written to docs/speed.md. */
  readonly only?: string | undefined;
}

/** Measures a section of the report. Resolves to Markdown. */
type Section = (setup: Setup, runs: number) => Promise<string>;

const table =
  (measure: (setup: Setup, runs: number) => Promise<Table>): Section =>
  async (setup, runs) =>
    markdown(await measure(setup, runs));

/** Sections by their name for `--only`. */
const sections: Readonly<Record<string, Section>> = {
  ...Object.fromEntries(
    pages.flatMap((page): [string, Section][] => [
      [page.name, table((setup, runs) => measureColdLoads(setup, page, runs))],
      [`${page.name}-transfers`, table((setup) => measureTransfers(setup, page))],
    ]),
  ),
  filter: table(measureFilter),
  links: table(measureLinks),
  lighthouse: table((setup, runs) => measureLighthouse(setup, runs)),
  api: measureWithApi,
};

/**
 * Runs all sections and writes their tables to docs/speed.md or, with `only`, runs just that section. Prints each
 * table. Throws a ReleaseError if there is no such section.
 */
export async function runFull({ runs, only }: FullOptions): Promise<void> {
  const chosen = Object.entries(sections).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) {
    throw new ReleaseError(`--only takes one of: ${Object.keys(sections).join(', ')}`);
  }
  const loadBefore = loadavg()[0] ?? 0;
  const texts = await withSetup(async (setup) => {
    const done: string[] = [];
    for (const [, section] of chosen) {
      const text = await section(setup, runs);
      console.log(text);
      done.push(text);
    }
    return done;
  });
  const origin = describeRun(runs, loadBefore);
  console.log(origin);
  if (only === undefined) await writeDocument([origin, '', ...texts].join('\n'));
}
