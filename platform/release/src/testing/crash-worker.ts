import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { canary } from '../commands/canary.ts';
import { preview } from '../commands/preview.ts';
import { prune } from '../commands/prune.ts';
import { publish } from '../commands/publish.ts';
import { rollback } from '../commands/rollback.ts';
import { folderStore } from '../release-folder/store.ts';
import { findRelease } from '../release-folder/versions.ts';

/* Child process that the crash tests kill. It waits for one order, and sends a message when it has finished. */

interface Order {
  readonly release: string;
  /** Folders, each with the builds of one generation: mfe-…, shell. */
  readonly generations: readonly string[];
  /** Names of the pieces in each generation, which are published together. */
  readonly names: readonly string[];
  /**
   * Whether the process also moves the canary, creates a preview, rolls back, and prunes with a clock two days ahead.
   */
  readonly isBusy: boolean;
}

/** Order to move the canary, during which the process kills itself. */
interface LastOrder {
  readonly release: string;
  readonly id: string;
  readonly percent: number;
  /** Index (from 0) of the file operation, open or rename, before which the process kills itself. */
  readonly killAt: number;
}

const days = 24 * 60 * 60 * 1000;

const nothing = () => undefined;
const contextOf = (release: string) => ({
  store: folderStore(release),
  gate: async () => [],
  progress: nothing,
  warn: nothing,
});

const previousOf = (release: string, id: string) => (document: Parameters<typeof findRelease>[1]) =>
  findRelease(release, document, id, 'previous');

async function carryOut({ release, generations, names, isBusy }: Order): Promise<void> {
  const context = contextOf(release);
  for (const generation of generations) {
    const pieces = names.map((name) => ({ name, folder: path.join(generation, name) }));
    await publish(context, pieces);
    if (!isBusy) continue;
    const [id = ''] = names;
    const choose = previousOf(release, id);
    // A canary needs a second version, which the first generation doesn't have.
    await canary(context, { id, percent: 10, choose }).catch(nothing);
    await preview(context, { name: 'pr-1', days: 1, now: Date.now() }, async (document) => [
      await choose(document),
    ]).catch(nothing);
    await rollback(context, id, undefined).catch(nothing);
    await prune(context, { keep: 0, dryRun: false, now: Date.now() + 2 * days });
  }
}

/**
 * Makes this process kill itself before the file operation, open or rename, with the index `killAt` (from 0). Other
 * operations change nothing that readers see.
 */
function dieAt(killAt: number): void {
  let calls = 0;
  for (const name of ['open', 'rename'] as const) {
    const call = Reflect.get(fs, name);
    Reflect.set(fs, name, (...args: unknown[]) => {
      if (calls === killAt) process.kill(process.pid, 'SIGKILL');
      calls += 1;
      return Reflect.apply(call, fs, args);
    });
  }
  syncBuiltinESMExports();
}

async function carryOutLast({ release, id, percent, killAt }: LastOrder): Promise<void> {
  dieAt(killAt);
  await canary(contextOf(release), { id, percent, choose: previousOf(release, id) });
}

process.once('message', async (order: Order | LastOrder) => {
  await ('killAt' in order ? carryOutLast(order) : carryOut(order));
  process.send?.('done');
  process.disconnect();
});

process.send?.('ready');
