import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { WireLine } from '@patchwork/api/wire';
import { changeStock, lockProducts } from '../../api-server/src/checkout/stock.ts';
import { openPostgres } from '../../api-server/src/database/postgres.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { median } from './reads.ts';

/*
 * Measures how long checkouts wait for their products while 100,000 of them are imported on Postgres, beside the same
 * checkouts without an import.
 */

const PRODUCTS = 100_000;
const LINES_OF_A_CHECKOUT = 3;
const BUYERS = 4;
const PAUSE_MS = 20;
const UNDISTURBED_MS = 10_000;

const run = promisify(execFile);
const program = path.join(import.meta.dirname, '../../api-server/src/main.ts');

/** A catalogue in an order that is not that of the ids. */
const catalogue = (price: number): string =>
  [
    'id,title,category,size,price,stock',
    ...Array.from({ length: PRODUCTS }, (_, index) => {
      const id = (index * 7919) % PRODUCTS;
      return `p${id},Shirt ${id} of cloth,MEN,M,${price},1000`;
    }),
  ].join('\n');

const importFile = (url: string, file: string) =>
  run(process.execPath, ['--import', 'tsx', program, 'import', file], {
    env: { ...process.env, DATABASE_URL: url },
  });

type Bought = Awaited<ReturnType<typeof buyUntil>>;
type Database = Awaited<ReturnType<typeof openPostgres>>['db'];

/** Holds and frees pieces until the work has ended. Returns how long each of these transactions took, and how many failed. */
async function buyUntil(db: Database, work: Promise<unknown>) {
  const times: number[] = [];
  let refused = 0;
  let hasEnded = false;
  work.finally(() => {
    hasEnded = true;
  });
  async function buy(): Promise<void> {
    while (!hasEnded) {
      const ids = Array.from(
        { length: LINES_OF_A_CHECKOUT },
        () => `p${Math.floor(Math.random() * PRODUCTS)}`,
      );
      // Only id and quantity are read.
      const lines = ids.map((_id) => ({ _id, qty: 1 }) as WireLine);
      for (const change of ['hold', 'free'] as const) {
        const start = performance.now();
        try {
          await db.transaction(async (tx) => {
            await lockProducts(tx, ids);
            await changeStock(tx, lines, change);
          });
        } catch {
          refused += 1;
        }
        times.push(performance.now() - start);
      }
      await wait(PAUSE_MS);
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buy));
  return { times, refused };
}

function print(during: string, { times, refused }: Bought, seconds: number): void {
  const longest = Math.max(...times);
  console.log(
    `| ${during} | ${times.length} | ${refused} | ${median(times).toFixed(1)} | ${longest.toFixed(0)} | ${seconds.toFixed(1)} |`,
  );
}

/** Prints a table in Markdown. */
export async function measureImports(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-import-'));
  console.log('| during | checkouts | refused | median, ms | longest, ms | seconds |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  try {
    await onPostgres(async (url) => {
      const file = path.join(folder, 'catalogue.csv');
      await writeFile(file, catalogue(1500));
      await importFile(url, file);
      await writeFile(file, catalogue(1400));
      const { db, close } = await openPostgres(url, 2 * BUYERS + 1);
      const work = {
        nothing: () => wait(UNDISTURBED_MS),
        'an import': () => importFile(url, file),
      };
      for (const [during, begin] of Object.entries(work)) {
        const start = performance.now();
        const bought = await buyUntil(db, begin());
        print(during, bought, (performance.now() - start) / 1000);
      }
      await close();
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
