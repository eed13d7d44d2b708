import { readdirSync, readFileSync } from 'node:fs';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import { type ApiProcess, createApiProcess, freePort } from '../server-chaos/processes.ts';
import { median, requestsPerSecond } from './reads.ts';

/*
 * Two API processes on one Postgres against one, at 50 connections in all, and which program uses the
 * machine's processors meanwhile. Linux only: it reads /proc.
 */

const CONNECTIONS = 50;
const ROUNDS = 5;
const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used. */
function secondsOf(pid: number | string): number {
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = rest.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    // It has ended.
    return 0;
  }
}

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Postgres names the database in the title of each process that serves a connection. */
const secondsOfPostgres = (databaseName: string): number =>
  sum(
    readdirSync('/proc')
      .filter((pid) => /^\d+$/.test(pid))
      .filter((pid) => {
        try {
          const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          return title.startsWith('postgres:') && title.includes(databaseName);
        } catch {
          return false;
        }
      })
      .map(secondsOf),
  );

/** Measures requests a second, and how many processors each program used meanwhile. */
async function measure(processes: readonly ApiProcess[], databaseName: string) {
  const used = () => ({
    at: performance.now(),
    api: sum(processes.map((each) => secondsOf(each.pid() ?? 0))),
    postgres: secondsOfPostgres(databaseName),
  });
  const before = used();
  const connections = CONNECTIONS / processes.length;
  const requests = await Promise.all(
    processes.map(({ url }) => requestsPerSecond(`${url}/api/products`, connections)),
  );
  const after = used();
  const seconds = (after.at - before.at) / 1000;
  return {
    requests: sum(requests),
    api: (after.api - before.api) / seconds,
    postgres: (after.postgres - before.postgres) / seconds,
  };
}

async function compare(databaseUrl: string): Promise<void> {
  const program = await bundleForTest();
  const env = { DATABASE_URL: databaseUrl };
  const both = [
    createApiProcess(program, await freePort(), env),
    createApiProcess(program, await freePort(), env),
  ];
  try {
    for (const each of both) await each.start();
    const counts = [1, 2] as const;
    const rounds = counts.map(() => [] as Awaited<ReturnType<typeof measure>>[]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, count] of counts.entries()) {
        const name = new URL(databaseUrl).pathname.slice(1);
        rounds[index]?.push(await measure(both.slice(0, count), name));
      }
    }
    for (const [index, count] of counts.entries()) {
      const of = (key: 'requests' | 'api' | 'postgres') =>
        median((rounds[index] ?? []).map((round) => round[key]));
      console.log(
        `| ${count} | ${of('requests').toFixed(0)} | ${of('api').toFixed(2)} | ${of('postgres').toFixed(2)} |`,
      );
    }
  } finally {
    for (const each of both) await each.kill();
  }
}

/** Prints a table in Markdown. */
export async function measureProcesses(): Promise<void> {
  console.log('| API processes | list, requests/s | processors: API | processors: Postgres |');
  console.log('| --- | --- | --- | --- |');
  await onPostgres(compare);
}
