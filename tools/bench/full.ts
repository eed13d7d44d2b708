import { loadavg } from 'node:os';
import { ReleaseError } from '@patchwork/release';
import type { Setup } from './browse.ts';
import { measureBuilds } from './builds.ts';
import { measureFilter, measureLinks } from './clicks.ts';
import { measureColdLoads, measureTransfers } from './cold-loads.ts';
import { describeRun, writeDocument } from './document.ts';
import { listLargest } from './downloads.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureManyRemotes } from './many-remotes.ts';
import { pages } from './pages.ts';
import { withSetup } from './setup.ts';
import { markdown, type Table } from './table.ts';
import { measureWithApi } from './with-api.ts';

interface FullOptions {
  /** How often each figure is taken. */
  readonly runs: number;
  /** The name of the one section that is run, and not written to the document. */
  readonly only?: string | undefined;
  /** An installed checkout of another commit, whose builds are compared. */
  readonly base?: string | undefined;
}

/** Resolves with what it found, in Markdown. */
type Section = (setup: Setup, runs: number) => Promise<string>;

const table =
  (measure: (setup: Setup, runs: number) => Promise<Table>): Section =>
  async (setup, runs) =>
    markdown(await measure(setup, runs));

/** By the name that `--only` takes. */
const sections: Readonly<Record<string, Section>> = {
  ...Object.fromEntries(
    pages.flatMap((page): [string, Section][] => [
      [page.name, table((setup, runs) => measureColdLoads(setup, page, runs))],
      [`${page.name}-transfers`, table((setup) => measureTransfers(setup, page))],
    ]),
  ),
  filter: table(measureFilter),
  links: table(measureLinks),
  remotes: table(measureManyRemotes),
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
