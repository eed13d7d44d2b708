import { expect, onTestFinished, test } from 'vitest';
import { openMetrics } from './index.ts';
import { openTestMetrics, scrape } from './testing.ts';

async function open() {
  const metrics = await openTestMetrics();
  onTestFinished(() => metrics.stop());
  return metrics;
}

test('requests are counted by server, route and status, and durations by server and route', async () => {
  const metrics = await open();
  metrics.observe({ server: 'api', route: 'login', status: 401, milliseconds: 30 });
  metrics.observe({ server: 'api', route: 'login', status: 401, milliseconds: 700 });
  const samples = await scrape(metrics);
  expect(samples.get('patchwork_requests_total{server="api",route="login",status="401"}')).toBe(2);
  const below = (seconds: number) =>
    samples.get(
      `patchwork_request_duration_seconds_bucket{le="${seconds}",server="api",route="login"}`,
    );
  expect([below(0.025), below(0.05), below(1)]).toEqual([0, 1, 2]);
});

test('event loop lag and memory are among the metrics', async () => {
  const samples = await scrape(await open());
  expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

test('a gauge that can’t be read has no sample, even if it had one before, and the others stay', async () => {
  const metrics = await open();
  let isAway = false;
  metrics.gauge({
    name: 'fragile',
    help: 'May be away.',
    read: () => (isAway ? Promise.reject(new Error('away')) : [{ value: 7 }]),
  });
  metrics.gauge({
    name: 'steady',
    help: 'Is always there.',
    labels: ['pool'],
    read: () => [{ labels: { pool: 'main' }, value: 3 }],
  });
  expect((await scrape(metrics)).get('fragile')).toBe(7);
  isAway = true;
  const samples = await scrape(metrics);
  expect(samples.has('fragile')).toBe(false);
  expect(samples.get('steady{pool="main"}')).toBe(3);
});

test('anything but a GET of /metrics is answered with 404', async () => {
  const { url } = await open();
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  expect((await fetch(new URL('/', url))).status).toBe(404);
  const { status, headers } = await fetch(url);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/);
});

test('a port in use rejects with the system’s error', async () => {
  const { hostname, port } = new URL((await open()).url);
  const second = openMetrics({ port: Number(port), host: hostname });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
