import { main } from '@patchwork/cli/command';
import { ReleaseError } from '@patchwork/release';
import { readArguments } from '../scripts/lib/arguments.ts';
import { buildAll, publishAll } from '../scripts/lib/publish.ts';
import { picture, writeFilmstrip } from './bench/filmstrip.ts';
import { runFull, runQuick } from './bench/sections.ts';
import { withSetup } from './bench/setup.ts';
import { measureCatalogues } from './server-bench/catalogues.ts';
import { measureLists } from './server-bench/lists.ts';

const usage = `pnpm bench [--quick | --filmstrip | --runs 7 --only list --base ../other-checkout]
pnpm bench server [catalogues | lists]`;

const serverBenches = { catalogues: measureCatalogues, lists: measureLists };

const options = {
  quick: { type: 'boolean' },
  filmstrip: { type: 'boolean' },
  runs: { type: 'string', default: '7' },
  only: { type: 'string' },
  base: { type: 'string' },
} as const;

await main(async () => {
  const { positionals, values } = readArguments(options, usage, 2);
  const [subject, ...names] = positionals;
  if (subject === 'server') {
    if (names.some((name) => !Object.hasOwn(serverBenches, name))) throw new ReleaseError(usage);
    for (const [name, measure] of Object.entries(serverBenches)) {
      if (names.length === 0 || names.includes(name)) await measure();
    }
    return;
  }
  const { quick, filmstrip, runs: text, only, base } = values;
  const runs = Number(text);
  if (subject !== undefined || !Number.isInteger(runs) || runs < 1) throw new ReleaseError(usage);
  await buildAll();
  await publishAll();
  if (quick) process.exitCode = await runQuick();
  else if (filmstrip) {
    await withSetup(writeFilmstrip);
    console.log(`wrote ${picture}`);
  } else await runFull({ runs, only, base });
});
