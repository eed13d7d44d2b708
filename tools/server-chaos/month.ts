import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { pino } from 'pino';
import { importCatalogue } from '../../api-server/src/commands/import-catalogue.ts';
import { createApiServer, tidyUp } from '../../api-server/src/create-api-server.ts';
import type { Database } from '../../api-server/src/database/database.ts';
import { extensions, openEmbedded } from '../../api-server/src/database/embedded.ts';
import { shortenWal, tidyTables } from '../../api-server/src/database/maintenance.ts';
import { createServices } from '../../api-server/src/handlers/services.ts';
import { testSettings } from '../../api-server/src/testing/server.ts';
import { type Called, signUp } from '../../api-server/src/testing/shopper.ts';
import { createApiProcess } from './processes.ts';

const DAY_MS = 24 * 3_600_000;

interface Extent {
  readonly days: number;
  /** Shoppers who sign up and buy each day. */
  readonly shoppers: number;
  readonly products: number;
  /** Number of kills after the last day. */
  readonly kills: number;
}

interface Month {
  /** Size of the data folder after the last day, with its WAL. */
  readonly folderMb: number;
  /** Size of its tables and indexes in a copy in which they were written anew. */
  readonly liveMb: number;
  /** Statement of maintenance that took longest. */
  readonly longest: { readonly statement: string; readonly ms: number };
  readonly steps: number;
  /** Starts of a process after it was stopped, and after it was killed. */
  readonly starts: readonly Start[];
  readonly startsAfterKill: readonly Start[];
}

/** Time until a process was ready, and its processor time. */
export interface Start {
  readonly ms: number;
  readonly processorMs: number;
}

/** Size on disk, as `du` reports it: files may have holes. */
const sizeOf = (folder: string): number =>
  Number(spawnSync('du', ['-sk', folder], { encoding: 'utf8' }).stdout.split('\t')[0]) / 1024;

/** Returns the size of a closed database's tables and indexes after they are written anew in a copy. */
async function liveSizeOf(folder: string): Promise<number> {
  const copy = `${folder}-copy`;
  await cp(path.join(folder, 'database'), copy, { recursive: true });
  const startParams = [...PGlite.defaultStartParams, '-c', 'max_wal_size=32MB'];
  const client = await PGlite.create({ dataDir: copy, extensions, startParams });
  await client.exec('vacuum full');
  await client.exec('checkpoint');
  await client.close();
  const size = sizeOf(path.join(copy, 'base'));
  await rm(copy, { recursive: true });
  return size;
}

const catalogueOf = (products: number, day: number): string =>
  [
    'id,title,category,size,price,stock',
    ...Array.from({ length: products }, (_, index) =>
      [`p${index}`, `Shirt ${index} of day ${day}`, 'MEN', 'M', 500 + day, 1000].join(','),
    ),
  ].join('\n');

/** Signs up, fills the cart and buys. Every third shopper leaves the checkout open. */
async function shop(server: Called, products: number, turn: number): Promise<void> {
  const ids = [1, 2, 3].map((step) => `p${(turn * 7 + step * 13) % products}`);
  const shopper = await signUp(server, ...ids);
  await shopper.call('GET', '/product-query?limit=24');
  const answer = turn % 3 === 0 ? await shopper.open() : await shopper.buy();
  if (answer.status !== 201) throw new Error(`No purchase: ${JSON.stringify(answer)}`);
}

/** Log that collects the steps of maintenance. */
function createRecorder() {
  const steps: { statement: string; ms: number }[] = [];
  const stream = new Writable({
    write: (line, _encoding, done) => {
      const { statement, ms } = JSON.parse(String(line));
      if (statement) steps.push({ statement, ms });
      done();
    },
  });
  return { log: pino({ level: 'debug' }, stream), steps };
}

async function importDay(db: Database, folder: string, products: number, day: number) {
  const file = path.join(folder, 'catalogue.csv');
  await writeFile(file, catalogueOf(products, day));
  await importCatalogue(db, file, { dryRun: false, replace: true, setStock: day === 0 });
}

/** Simulates the days in one process, whose clock is moved on by a day after each. PGlite uses the same clock. */
async function liveThrough(folder: string, { days, shoppers, products }: Extent) {
  const { log, steps } = createRecorder();
  const settings = { ...testSettings, database: { kind: 'folder', folder } as const };
  const opened = await openEmbedded(folder, log);
  const { db } = opened;
  const maintained = {
    client: Reflect.get(db, '$client'),
    activity: { usedAt: Number.NEGATIVE_INFINITY },
    log,
  };
  const server = await createApiServer(settings, {
    log: pino({ level: 'silent' }),
    database: opened,
  });
  const services = await createServices(opened, settings, pino({ level: 'silent' }));
  const now = Date.now;
  try {
    for (let day = 0; day < days; day += 1) {
      Date.now = () => now() + day * DAY_MS;
      await importDay(db, folder, products, day);
      for (let turn = 0; turn < shoppers; turn += 1) {
        await shop(server, products, turn);
        if (turn % 25 === 0) await shortenWal(maintained);
      }
      await tidyUp(services, new AbortController().signal);
      await tidyTables(maintained);
      await shortenWal(maintained);
    }
  } finally {
    Date.now = now;
    await server.stop();
  }
  return steps;
}

const TICKS_A_SECOND = 100;

/** Returns the processor time that a process has used, in milliseconds. Linux only. */
async function processorTimeOf(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

/** Starts a process on the folder, lets shoppers buy, and ends it. */
async function startAndEnd(folder: string, end: 'kill' | 'stop', extent: Extent): Promise<Start> {
  const api = await createApiProcess({ PATCHWORK_DATA: folder });
  const start = performance.now();
  await api.start();
  const ms = performance.now() - start;
  const processorMs = await processorTimeOf(api.pid());
  const buying = Array.from({ length: 5 }, (_, turn) =>
    shop({ url: api.url, fetch }, extent.products, turn).catch(() => undefined),
  );
  if (end === 'stop') await Promise.all(buying);
  else await Promise.race(buying);
  await api[end]();
  await Promise.all(buying);
  return { ms, processorMs };
}

/** Lives through a simulated month on an embedded database, then kills and restarts processes on it. */
export async function simulateMonth(extent: Extent): Promise<Month> {
  const parent = await mkdtemp(path.join(tmpdir(), 'patchwork-month-'));
  const folder = path.join(parent, 'data');
  try {
    const steps = await liveThrough(folder, extent);
    const folderMb = sizeOf(path.join(folder, 'database'));
    const liveMb = await liveSizeOf(folder);
    const starts: Start[] = [];
    const startsAfterKill: Start[] = [];
    await startAndEnd(folder, 'stop', extent);
    for (let round = 0; round < extent.kills; round += 1) {
      starts.push(await startAndEnd(folder, 'kill', extent));
      startsAfterKill.push(await startAndEnd(folder, 'stop', extent));
    }
    const [longest = { statement: 'none', ms: 0 }] = steps.toSorted((a, b) => b.ms - a.ms);
    return { folderMb, liveMb, longest, steps: steps.length, starts, startsAfterKill };
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}
