import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../local-server.ts';
import { openTerminal } from './testing.ts';

const MINUTE_MS = 60_000;

/** A shop with a canary of 10 %, ten minutes ago, and two servers that have counted visits since. */
async function openCounted(canaryErrors: number, database?: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T10:00:00Z') });
  const terminal = await openTerminal();
  await terminal.run('publish', 'mfe-catalog');
  await terminal.change('new');
  await terminal.run('canary', 'mfe-catalog', '10');
  const listing = (await terminal.run('list', '--json')).json();
  const { stable, canary } = listing.pieces.find(
    (each: { name: string }) => each.name === 'mfe-catalog',
  );
  const start = Date.now() / MINUTE_MS + 1;
  const counts = (views: number, errors: number) => ({ views, errors, 'lcp:22': views });
  const minutes = [0, 1, 2, 3, 4].flatMap((index) => [
    {
      minute: start + index,
      remote: 'mfe-catalog',
      version: stable,
      pointer: 'stable',
      counts: counts(450, 1),
    },
    {
      minute: start + index,
      remote: 'mfe-catalog',
      version: canary.version,
      pointer: 'canary',
      counts: counts(50, canaryErrors),
    },
  ]);
  const told: { readonly state: string; readonly text: string }[] = [];
  const server = await listen((request, response) => {
    if (request.method === 'POST') {
      request.on('data', (data) => told.push(JSON.parse(String(data))));
      request.on('end', () => response.end());
    } else response.end(JSON.stringify({ format: 1, database, minutes }));
  });
  onTestFinished(server.stop);
  vi.setSystemTime(Date.now() + 10 * MINUTE_MS);
  const from = ['--from', server.url, '--from', server.url];
  return { ...terminal, ...{ stable, canary, told, from, server } };
}

test('health shows the canary beside stable, with the visits of all servers', async () => {
  const { run, from, stable, canary } = await openCounted(0);
  const { code, out } = await run('health', 'mfe-catalog', ...from);
  expect(code).toBe(0);
  expect(out).toContain('canary 10 %');
  expect(out).toMatch(new RegExp(`stable +${stable} +4500 +0\\.22 % \\(`));
  const { health } = (await run('health', 'mfe-catalog', ...from, '--json')).json();
  expect(health.canary).toMatchObject({ version: canary.version, visits: 500, percent: 10 });
  expect(health.canary.lcp.value).toBeCloseTo(1259, 0);
});

test('visits of servers that share a database are counted once', async () => {
  const { run, from } = await openCounted(0, '7423/5/16388');
  const { health } = (await run('health', 'mfe-catalog', ...from, '--json')).json();
  expect([health.stable.visits, health.canary.visits]).toEqual([2250, 250]);
});

test('a look at a canary that is worse stops it, tells a webhook why, and ends with exit code 1', async () => {
  const { run, from, told, server } = await openCounted(10);
  const look = ['canary', 'mfe-catalog', '--auto', '1,10,100', '--once', ...from];
  const { code, out } = await run(...look, '--webhook', server.url);
  expect(code).toBe(1);
  expect(out).toMatch(/^mfe-catalog: the canary .* was stopped: worse than .*: errors /);
  expect(told).toMatchObject([{ state: 'stopped', text: out.trim() }]);
  expect((await run('history', '--limit', '1')).out).toContain('why: worse than');
  expect((await run(...look)).code).toBe(1);
});

test('a look at a canary that is not clear yet changes nothing, and ends with exit code 0', async () => {
  const { run, from } = await openCounted(0);
  const before = (await run('list', '--json')).out;
  const { code, out } = await run('canary', 'mfe-catalog', '--auto', '1,10,100', '--once', ...from);
  expect(code).toBe(0);
  expect(out).toMatch(/stays at 10 %: .* may still be worse/);
  expect((await run('list', '--json')).out).toBe(before);
});

test('a server that is away ends one look with exit code 3, and wrong steps, no server or no share with 2', async () => {
  const { run, server, from } = await openCounted(0);
  const auto = (steps: string, ...rest: string[]) =>
    run('canary', 'mfe-catalog', '--auto', steps, '--once', ...rest);
  for (const steps of ['5,1', '0,5', '5,101', 'x', '5,5'])
    expect((await auto(steps, ...from)).code).toBe(2);
  expect((await auto('5,100')).err).toMatch(
    /Name the server that counts the visits.*METRICS_PORT=9464/,
  );
  expect((await run('canary', 'mfe-catalog')).code).toBe(2);
  server.stop();
  const { code, err } = await auto('5,100', ...from);
  expect(code).toBe(3);
  expect(err).toContain('its port is the METRICS_PORT that it is started with');
});
