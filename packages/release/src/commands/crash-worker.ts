import path from 'node:path';
import { findRelease } from '../folder/versions.ts';
import { canary } from './canary.ts';
import { prune } from './prune.ts';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';

/*
 * A process that the tests kill. It waits for an order, and sends a message when it is done.
 */

interface Order {
  readonly release: string;
  /** Folders that hold the builds of one generation: mfe-…, shell. */
  readonly generations: readonly string[];
  /** The pieces of each that are published at once. */
  readonly names: readonly string[];
  /** Also moves the canary, rolls back, and prunes as if two days had passed. */
  readonly isBusy: boolean;
}

const days = 24 * 60 * 60 * 1000;

process.once('message', async ({ release, generations, names, isBusy }: Order) => {
  const nothing = () => undefined;
  const context = { release, gate: async () => [], progress: nothing, warn: nothing };
  for (const generation of generations) {
    const pieces = names.map((name) => ({ name, folder: path.join(generation, name) }));
    await publish(context, pieces);
    if (!isBusy) continue;
    const [id = ''] = names;
    const choose = async (document: Parameters<typeof findRelease>[1]) =>
      findRelease(release, document, id, 'previous');
    // The first generation has no other version to give to a share.
    await canary(context, { id, percent: 10, choose }).catch(() => undefined);
    await rollback(context, id, undefined).catch(() => undefined);
    await prune(context, { keep: 0, dryRun: false, now: Date.now() + 2 * days });
  }
  process.send?.('done');
  process.disconnect();
});

process.send?.('ready');
