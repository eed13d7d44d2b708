import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const SECONDS = 3;

const autocannon = path.join(import.meta.dirname, '../node_modules/.bin/autocannon');
const run = promisify(execFile);

/** What a server answers in a second at most, over this number of connections. */
export async function requestsPerSecond(
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
