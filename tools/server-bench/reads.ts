import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';

const SECONDS = 3;

const autocannon = path.join(import.meta.dirname, '../node_modules/.bin/autocannon');
const run = promisify(execFile);

/** Measures how many requests a server answers in a second, over this number of connections. */
async function requestsPerSecond(
  url: string,
  connections: number,
  headers: readonly string[] = [],
): Promise<number> {
  const args = ['-c', String(connections), '-d', String(SECONDS)];
  const added = headers.flatMap((header) => ['-H', header]);
  const { stdout } = await run(autocannon, [...args, ...added, '--json', url]);
  const { requests, non2xx, errors } = JSON.parse(stdout);
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  return requests.average;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/*
 * Measures the API's time for a read, beside a bare handler of the same framework with the same query, at 50
 * connections. Interleaved, so that both meet the same machine.
 */

const CONNECTIONS = 50;
const ROUNDS = 3;

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

/** Prints a row for each read. Without a database's address the server uses PGlite in memory. */
async function measure(name: string, databaseUrl: string | undefined): Promise<void> {
  const args = [
    '--import',
    'tsx',
    path.join(import.meta.dirname, 'bare-server.ts'),
    ...(databaseUrl ? [databaseUrl] : []),
  ];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const [line] = await once(createInterface(server.stderr), 'line');
    const { api, bare, token }: Targets = JSON.parse(String(line));
    const load = (url: string) => requestsPerSecond(url, CONNECTIONS, [`authorization=${token}`]);
    for (const [read, address] of reads) {
      const rates = { api: [] as number[], bare: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        rates.api.push(await load(api + address));
        rates.bare.push(await load(bare + address));
      }
      const [ours, theirs] = [median(rates.api), median(rates.bare)];
      const ratio = (theirs / ours).toFixed(2);
      console.log(`| ${name} | ${read} | ${ours.toFixed(0)} | ${theirs.toFixed(0)} | ${ratio} |`);
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
