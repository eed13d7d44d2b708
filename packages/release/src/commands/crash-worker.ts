import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { findRelease } from '../folder/versions.ts';
import { canary } from './canary.ts';
import { preview } from './preview.ts';
import { prune } from './prune.ts';
import { publish } from './publish.ts';
import { rollback } from './rollback.ts';

/*
 * A process that the tests kill. It waits for an order, and sends a message when it is done.
 */

interface Order {
  readonly release: string;
  /** Folders, each with the builds of one generation: mfe-…, shell. */
  readonly generations: readonly string[];
  /** Pieces of each generation, which are published at once. */
  readonly names: readonly string[];
  /** Whether it also moves the canary, makes a preview, rolls back, and prunes as if two days had passed. */
  readonly isBusy: boolean;
}

/** A move of a canary, in which the process kills itself. */
interface LastOrder {
  readonly release: string;
  readonly id: string;
  readonly percent: number;
  /** Number of the file operation (open or rename) before which it kills itself, counted from 0. */
  readonly killAt: number;
}

const days = 24 * 60 * 60 * 1000;

const nothing = () => undefined;
const contextOf = (release: string) => ({
  release,
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
    // The first generation has no other version to give to a share.
    await canary(context, { id, percent: 10, choose }).catch(nothing);
    await preview(context, { name: 'pr-1', days: 1, now: Date.now() }, async (document) => [
      await choose(document),
    ]).catch(nothing);
    await rollback(context, id, undefined).catch(nothing);
    await prune(context, { keep: 0, dryRun: false, now: Date.now() + 2 * days });
  }
}

/**
 * Kills this process before a given open or rename of a file, counted from 0: other file operations change nothing that
 * is read.
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
