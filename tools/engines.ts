import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { main, secondsSince } from '@patchwork/cli/command';
import { stopAll } from '@patchwork/cli/processes';
import { ReleaseError } from '@patchwork/release';
import { readArguments } from '../scripts/lib/arguments.ts';
import { releaseAll } from '../scripts/lib/publish.ts';
import { defaultConfig } from '../scripts/lib/workspace.ts';
import { openRelease, type PrivateRelease } from '../shell/e2e/release-folder.ts';
import { type Engine, type EngineChoice, firefox, webkit } from './engines/drivers.ts';
import { type Journey, visits } from './engines/journeys.ts';
import { openPage } from './engines/page.ts';

const usage = `pnpm engines

Builds and releases the shop locally, and goes through it in Firefox and in WebKit, as far as they are
installed. Nothing is installed by it. Ends with 1 when a journey fails, or when no engine is there.`;

/**
 * Hashes of an empty file. Firefox reports them for a file that was loading when the page was left. A journey checks
 * that no version counts as failed because of them.
 */
const noBytes = ['sha256', 'sha384'].map((name) => createHash(name).digest('base64'));

const isAborted = (text: string): boolean => noBytes.some((hash) => text.includes(hash));

/** Whether a journey succeeds without console errors other than those it expects. */
async function passes(
  { name, run, errors }: Journey,
  engine: Engine,
  shop: PrivateRelease,
): Promise<boolean> {
  const start = performance.now();
  engine.takeErrors();
  try {
    await run(openPage(engine), shop);
    const unexpected = (engine.takeErrors() ?? []).filter(
      (text) => !errors?.test(text) && !isAborted(text),
    );
    if (unexpected.length > 0) throw new Error(`in the console: ${unexpected.join('\n')}`);
    console.log(`  ✓ ${name}, ${secondsSince(start)}`);
    return true;
  } catch (error) {
    const { message, cause } = error as Error;
    console.log(`  ✗ ${name}: ${message}${cause ? `\n    ${(cause as Error).message}` : ''}`);
    return false;
  }
}

/** Runs journeys in one browser engine. Returns how many failed. */
async function visitIn(choice: EngineChoice, journeys: readonly Journey[]): Promise<number> {
  let failed = 0;
  const shop = await openRelease(defaultConfig);
  try {
    const engine = await choice.start();
    console.log(`${engine.name}${engine.takeErrors() ? '' : ', whose driver gives no console'}`);
    try {
      for (const journey of journeys) {
        if (!(await passes(journey, engine, shop))) failed += 1;
      }
    } finally {
      await engine.close();
    }
  } finally {
    await shop.close();
  }
  return failed;
}

await main(async () => {
  readArguments({}, usage);
  const choices = [firefox, webkit];
  const installed = choices.filter(({ files }) => files.every((file) => existsSync(file)));
  for (const { name, packages } of choices.filter((choice) => !installed.includes(choice))) {
    console.log(`Left out: ${name}. Debian has it as ${packages}.`);
  }
  if (installed.length === 0)
    throw new ReleaseError('No engine is installed, so nothing was tried.');
  await releaseAll();
  let failed = 0;
  for (const choice of installed) {
    for (const journeys of visits) failed += await visitIn(choice, journeys);
  }
  await stopAll();
  if (failed > 0) throw new ReleaseError(`${failed} journeys failed.`);
});
