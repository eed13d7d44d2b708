import { loadavg } from 'node:os';
import { ReleaseError } from '@patchwork/release';
import { cartPage, detailPage, listPage, pages, type Setup } from './browser.ts';
import { measureBuilds } from './builds.ts';
import { measureFilter, measureLinks } from './clicks.ts';
import { measureLighthouse } from './lighthouse.ts';
import { excesses, listLargest, measureColdLoads, measureTransfers } from './page-loads.ts';
import { describeRun, markdown, type Table, writeDocument } from './report.ts';
import { withApi, withSetup } from './setup.ts';

/** Measures the pages that show data, in a shop with an API server, which loads no mock. Resolves to Markdown. */
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

/** Prints bytes, requests and depth of each page's cold load. Resolves to the exit code: 1 when a limit is exceeded. */
export async function runQuick(): Promise<number> {
  const tables = await withSetup(async (setup) => {
    const done: Table[] = [];
    for (const page of pages) done.push(await measureTransfers(setup, page));
    return done;
  });
  console.log(tables.map(markdown).join('\n'));
  const faults = tables.flatMap(excesses);
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
}

interface FullOptions {
  /** Measurements of each figure. */
  readonly runs: number;
  /** Name of the only section to run; its table is not written to the document. */
  readonly only?: string | undefined;
  /** An installed checkout of another commit, whose builds are compared. */
  readonly base?: string | undefined;
}

/** Measures a section of the report. Resolves to Markdown. */
type Section = (setup: Setup, runs: number) => Promise<string>;

const table =
  (measure: (setup: Setup, runs: number) => Promise<Table>): Section =>
  async (setup, runs) =>
    markdown(await measure(setup, runs));

/** Sections, by the name that `--only` takes. */
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
  largest: listLargest,
};

/** Runs every section, prints its table, and writes all of them to docs/speed.md. */
export async function runFull({ runs, only, base }: FullOptions): Promise<void> {
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
  if (base !== undefined) texts.push(markdown(await measureBuilds(base, runs)));
  const origin = describeRun(runs, loadBefore);
  console.log(origin);
  if (only === undefined) await writeDocument([origin, '', ...texts].join('\n'));
}
