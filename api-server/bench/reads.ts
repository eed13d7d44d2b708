import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { onPostgres } from '../src/testing/on-postgres.ts';
import { median } from './median.ts';

/*
 * What the API takes for a read, beside a bare handler of the same framework with the same query, at 50
 * connections. Interleaved, so that both meet the same machine.
 */

const CONNECTIONS = 50;
const SECONDS = 3;
const ROUNDS = 3;

const folder = import.meta.dirname;
const autocannon = path.join(folder, '../node_modules/.bin/autocannon');
const run = promisify(execFile);

interface Targets {
  readonly api: string;
  readonly bare: string;
  readonly token: string;
}

const reads = [
  ['list', '/api/products'],
  ['detail', '/api/products/puddle-raincoat'],
  ['cart', '/api/user/cart'],
] as const;

/** Milliseconds of processor and waiting time per request, at full load. */
async function timePerRequest(url: string, token: string): Promise<number> {
  const args = ['-c', String(CONNECTIONS), '-d', String(SECONDS), '-H', `authorization=${token}`];
  const { stdout } = await run(autocannon, [...args, '--json', url]);
  const { requests, non2xx, errors } = JSON.parse(stdout);
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  return 1000 / requests.average;
}

/** One row of the table for each read; without a database's address, on PGlite in memory. */
async function measure(name: string, databaseUrl: string | undefined): Promise<void> {
  const args = [
    '--import',
    'tsx',
    path.join(folder, 'serve.ts'),
    ...(databaseUrl ? [databaseUrl] : []),
  ];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const [line] = await once(createInterface(server.stderr), 'line');
    const { api, bare, token }: Targets = JSON.parse(String(line));
    for (const [read, address] of reads) {
      const times = { api: [] as number[], bare: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        times.api.push(await timePerRequest(api + address, token));
        times.bare.push(await timePerRequest(bare + address, token));
      }
      const [ours, theirs] = [median(times.api), median(times.bare)];
      const ratio = (ours / theirs).toFixed(2);
      console.log(
        `| ${name} | ${read} | ${(1000 / ours).toFixed(0)} | ${(1000 / theirs).toFixed(0)} | ${ratio} |`,
      );
    }
  } finally {
    server.kill();
  }
}

/** Prints a table in Markdown. */
export async function measureReads(): Promise<void> {
  console.log('| database | read | API, requests/s | bare, requests/s | time, ratio |');
  console.log('| --- | --- | --- | --- | --- |');
  await measure('PGlite', undefined);
  await onPostgres((url) => measure('Postgres', url));
}
