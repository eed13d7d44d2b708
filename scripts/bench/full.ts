import { loadavg } from 'node:os';
import { ReleaseError } from '@patchwork/release';
import type { Setup } from './browse.ts';
import { measureColdLoads, measureTransfers } from './cold-loads.ts';
import { describeRun, writeDocument } from './document.ts';
import { pages } from './pages.ts';
import { withSetup } from './setup.ts';
import { markdown, type Table } from './table.ts';

interface FullOptions {
  /** How often each figure is taken. */
  readonly runs: number;
  /** The name of the one section that is run, and not written to the document. */
  readonly only?: string | undefined;
}

type Section = (setup: Setup, runs: number) => Promise<Table>;

/** By the name that `--only` takes. */
const sections: Readonly<Record<string, Section>> = {
  ...Object.fromEntries(
    pages.flatMap((page): [string, Section][] => [
      [page.name, (setup, runs) => measureColdLoads(setup, page, runs)],
      [`${page.name}-transfers`, (setup) => measureTransfers(setup, page)],
    ]),
  ),
};

/** Runs every section, prints its table, and writes all of them to docs/speed.md. */
export async function runFull({ runs, only }: FullOptions): Promise<void> {
  const chosen = Object.entries(sections).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) {
    throw new ReleaseError(`--only takes one of: ${Object.keys(sections).join(', ')}`);
  }
  const loadBefore = loadavg()[0] ?? 0;
  const texts = await withSetup(async (setup) => {
    const done: string[] = [];
    for (const [, section] of chosen) {
      const text = markdown(await section(setup, runs));
      console.log(text);
      done.push(text);
    }
    return done;
  });
  const origin = describeRun(runs, loadBefore);
  console.log(origin);
  if (only === undefined) await writeDocument([origin, '', ...texts].join('\n'));
}
