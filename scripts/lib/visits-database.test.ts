import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBreakableConnection } from '@patchwork/api-server/testing/breakable-connection';
import { describeOnPostgres } from '@patchwork/api-server/testing/databases';
import { KEPT_MINUTES, type Minute, minutesSchema, serve } from '@patchwork/release';
import { openTestMetrics } from '@patchwork/release/metrics/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { writeRelease } from './testing/write-release.ts';
import { openVisitDatabase } from './visits-database.ts';

let release = '';

beforeAll(async () => {
  release = await mkdtemp(path.join(tmpdir(), 'patchwork-release-'));
  await writeRelease(release);
});

afterAll(() => rm(release, { recursive: true }));

const labels = { remote: 'mfe-catalog', version: '1.0.0', pointer: 'stable' } as const;

async function start(url: string) {
  const messages: string[] = [];
  const visits = openVisitDatabase(url, (message) => messages.push(message));
  const metrics = await openTestMetrics();
  onTestFinished(() => metrics.stop());
  const server = await serve({ release, port: 0, metrics, visits, proxies: 1 });
  let isStopped = false;
  async function stop(): Promise<void> {
    if (isStopped) return;
    isStopped = true;
    await server.stop();
    await visits.stop();
  }
  onTestFinished(stop);
  async function readAnswer() {
    const response = await fetch(new URL('/visits.json?remote=mfe-catalog&since=5', metrics.url));
    return v.parse(minutesSchema, await response.json());
  }
  return {
    messages,
    database: async () => (await readAnswer()).database,
    stop,
    add: visits.add,
    /** Reports a page in which the catalogue could not be loaded, from this address. */
    async report(address: string): Promise<void> {
      const used = [{ id: 'mfe-catalog', version: '1.0.0' }];
      const faults = used.map((each) => ({ ...each, cause: 'load' }));
      const { status } = await fetch(`${server.url}/reports`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
        body: JSON.stringify({ event: 'visit', used, faults, page: 'mfe-catalog', lcp: 1300 }),
      });
      expect(status).toBe(204);
    },
    /** Reads the sum of the counts of all minutes, as `patchwork health` does. */
    async read(): Promise<Record<string, number>> {
      const { minutes } = await readAnswer();
      const sums: Record<string, number> = {};
      for (const minute of minutes) {
        expect(minute).toMatchObject(labels);
        for (const [name, count] of Object.entries(minute.counts))
          sums[name] = (sums[name] ?? 0) + count;
      }
      return sums;
    },
  };
}

const TIMEOUT = { timeout: 15_000, interval: 200 };

describeOnPostgres('counts of visits in a database', (newDatabase) => {
  test('visits of two servers add up, and outlive both', async () => {
    const { url } = await newDatabase();
    const [one, other] = await Promise.all([start(url), start(url)]);
    for (let index = 0; index < 20; index += 1)
      await Promise.all([one.report(`10.0.1.${index}`), other.report(`10.0.2.${index}`)]);
    const sums = { views: 40, loadFailures: 40, 'lcp:23': 40 };
    await vi.waitFor(async () => expect(await one.read()).toEqual(sums), TIMEOUT);
    expect(await other.read()).toEqual(sums);
    expect(await one.database()).toMatch(/^\d+\/\d+\/\d+$/);
    expect(await other.database()).toBe(await one.database());
    await one.report('10.0.3.1');
    await Promise.all([one.stop(), other.stop()]);
    expect(await (await start(url)).read()).toMatchObject({ views: 41 });
    expect([...one.messages, ...other.messages]).toEqual([]);
  });

  test('while the database is away, reports are taken and a bounded number of counts waits for it', {
    timeout: 60_000,
  }, async () => {
    const connection = await openBreakableConnection((await newDatabase()).url);
    onTestFinished(connection.cut);
    const server = await start(connection.url);
    await server.report('10.0.0.1');
    await vi.waitFor(async () => expect(await server.read()).toMatchObject({ views: 1 }), TIMEOUT);
    await connection.cut();
    await server.report('10.0.0.2');
    await vi.waitFor(() => expect(server.messages).toHaveLength(1), TIMEOUT);
    // A statement that was being run ends with another error than a new connection.
    expect(server.messages).toEqual([
      expect.stringMatching(
        /^The database of VISITS_DATABASE_URL stores no visits: .*(?:ECONNREFUSED|Connection terminated).*\. Up to 50000 counts wait in memory$/,
      ),
    ]);
    const minute = Math.floor(Date.now() / 60_000);
    const counts = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`inp:${at}`, 1]));
    server.add({ ...labels, minute, counts });
    await connection.restore();
    await vi.waitFor(() => expect(server.messages).toHaveLength(2), TIMEOUT);
    expect(server.messages[1]).toBe('The database of VISITS_DATABASE_URL stores visits again');
    const sums = await server.read();
    expect(sums).toMatchObject({ views: 2, loadFailures: 2 });
    expect(Object.keys(sums)).toHaveLength(50_000);
  });

  test('minutes are deleted after a week', async () => {
    const { url } = await newDatabase();
    const visits = openVisitDatabase(url);
    onTestFinished(visits.stop);
    const now = Math.floor(Date.now() / 60_000);
    const minutes: Minute[] = [now, now - KEPT_MINUTES + 60, now - KEPT_MINUTES - 1].map(
      (minute) => ({ ...labels, minute, counts: { views: 1 } }),
    );
    minutes.forEach(visits.add);
    const kept = async () =>
      (await visits.read('mfe-catalog', 0)).map(({ minute }) => now - minute);
    await vi.waitFor(async () => expect(await kept()).toEqual([KEPT_MINUTES - 60, 0]), TIMEOUT);
    expect(await visits.read('mfe-account', 0)).toEqual([]);
  });
});
