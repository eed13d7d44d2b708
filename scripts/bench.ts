import { main } from '@patchwork/cli/command';
import { ReleaseError } from '@patchwork/release';
import { picture, writeFilmstrip } from './bench/filmstrip.ts';
import { runFull } from './bench/full.ts';
import { runQuick } from './bench/quick.ts';
import { withSetup } from './bench/setup.ts';
import { readArguments } from './lib/arguments.ts';
import { buildAll, publishAll } from './lib/publish.ts';

const usage = 'pnpm bench [--quick | --filmstrip | --runs 7 --only list --base ../other-checkout]';

const options = {
  quick: { type: 'boolean' },
  filmstrip: { type: 'boolean' },
  runs: { type: 'string', default: '7' },
  only: { type: 'string' },
  base: { type: 'string' },
} as const;

await main(async () => {
  const { quick, filmstrip, runs: text, only, base } = readArguments(options, usage).values;
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1) throw new ReleaseError(usage);
  await buildAll();
  await publishAll();
  if (quick) process.exitCode = await runQuick();
  else if (filmstrip) {
    await withSetup(writeFilmstrip);
    console.log(`wrote ${picture}`);
  } else await runFull({ runs, only, base });
});
