import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ReleaseError, serve } from '@patchwork/release';
import type { EngineChoice } from './engines/engine.ts';
import { firefox } from './engines/firefox.ts';
import { type Journey, type Shop, visits } from './engines/journeys.ts';
import { openPage, type Page } from './engines/page.ts';
import { webkit } from './engines/webkit.ts';
import { readArguments } from './lib/arguments.ts';
import { buildAll } from './lib/build.ts';
import { onStop, stopAll } from './lib/processes.ts';
import { publishAll } from './lib/publish.ts';
import { main, secondsSince } from './lib/terminal.ts';
import { defaultConfig, release } from './lib/workspace.ts';

const usage = `pnpm engines [--as-it-is]

Builds and releases the shop locally, and goes through it in Firefox and in WebKit, as far as they are
installed. Nothing is installed by it. Ends with 1 when a journey fails, or when no engine is there.

  --as-it-is  takes the release that is there, without a build`;

onStop(stopAll);

/** Serves a copy of the release, which is removed at the end. */
async function withShop(visit: (shop: Shop) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-engines-'));
  await cp(release, folder, { recursive: true });
  const server = await serve({ release: folder, port: 0, defaultConfig });
  try {
    await visit({ url: server.url, folder });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/**
 * The hashes of no bytes: Firefox says so of a file that was on its way when its page was left. Nothing is
 * put aside for it, as a journey checks.
 */
const noBytes = ['sha256', 'sha384'].map((name) => createHash(name).digest('base64'));

const isAborted = (text: string): boolean => noBytes.some((hash) => text.includes(hash));

/** Whether the journey ended as it should, and without an error that is not its own. */
async function passes(
  { name, run, errors }: Journey,
  page: Page,
  shop: Shop,
  takeErrors: () => readonly string[] | undefined,
): Promise<boolean> {
  const start = performance.now();
  takeErrors();
  try {
    await run(page, shop);
    const unexpected = (takeErrors() ?? []).filter(
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

/** Goes through journeys in one engine. Returns how many failed. */
async function visitIn(choice: EngineChoice, journeys: readonly Journey[]): Promise<number> {
  let failed = 0;
  await withShop(async (shop) => {
    const engine = await choice.start();
    console.log(`${engine.name}${engine.takeErrors() ? '' : ', whose driver gives no console'}`);
    try {
      const page = openPage(engine);
      for (const journey of journeys) {
        if (!(await passes(journey, page, shop, engine.takeErrors))) failed += 1;
      }
    } finally {
      await engine.close();
    }
  });
  return failed;
}

await main(async () => {
  const { positionals, values } = readArguments(
    { 'as-it-is': { type: 'boolean' }, help: { type: 'boolean' } } as const,
    usage,
  );
  if (values.help) return console.log(usage);
  if (positionals.length > 0) throw new ReleaseError(usage);
  const choices = [firefox, webkit];
  const installed = choices.filter(({ files }) => files.every((file) => existsSync(file)));
  for (const { name, packages } of choices.filter((choice) => !installed.includes(choice))) {
    console.log(`Left out: ${name}. Debian has it as ${packages}.`);
  }
  if (installed.length === 0)
    throw new ReleaseError('No engine is installed, so nothing was tried.');
  if (!values['as-it-is']) {
    await buildAll();
    await publishAll();
  }
  let failed = 0;
  for (const choice of installed) {
    for (const journeys of visits) failed += await visitIn(choice, journeys);
  }
  await stopAll();
  if (failed > 0) throw new ReleaseError(`${failed} journeys failed.`);
});
