import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Metrics } from '@patchwork/metrics';
import { openTestMetrics, scrape, sumOf } from '@patchwork/metrics/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { countReports } from './measure.ts';
import { raw } from './testing.ts';
import { html, openShop } from './testing-served-shop.ts';

async function openMeasured() {
  const metrics = await openTestMetrics();
  onTestFinished(() => metrics.stop());
  const shop = await openShop({ metrics });
  const version = shop.remote.split('/').at(-1) ?? '';
  const counted = async (name: string, labels: Record<string, string> = {}) =>
    sumOf(await scrape(metrics), `patchwork_${name}`, labels);
  const report = (fields: object, init: RequestInit = {}) =>
    fetch(`${shop.server.url}/reports`, {
      method: 'POST',
      body: JSON.stringify({ format: 2, event: 'error', message: 'torn seam', ...fields }),
      ...init,
    });
  return { ...shop, metrics, version, counted, report };
}

test('requests are counted by kind and status, whatever their paths are', async () => {
  const { get, remote, metrics, counted } = await openMeasured();
  await get('/', html);
  await get('/registry.json');
  await get('/static/js/index.111.js');
  for (let index = 0; index < 5; index += 1) await get(`/nothing-${index}/for/you`, html);
  for (let index = 0; index < 5; index += 1) await get(`${remote}/gone-${index}.js`);
  const samples = await scrape(metrics);
  const requests = [...samples].filter(([key]) => key.startsWith('patchwork_requests_total'));
  expect(Object.fromEntries(requests)).toEqual({
    'patchwork_requests_total{server="shop",route="page",status="200"}': 1,
    'patchwork_requests_total{server="shop",route="document",status="200"}': 1,
    'patchwork_requests_total{server="shop",route="static",status="200"}': 1,
    'patchwork_requests_total{server="shop",route="page",status="404"}': 5,
    'patchwork_requests_total{server="shop",route="remote",status="404"}': 5,
  });
  expect(await counted('request_duration_seconds_count', { route: 'page' })).toBe(6);
});

test('the public port has no metrics, and takes no reports if nothing is measured', async () => {
  const measured = await openMeasured();
  expect((await measured.get('/metrics')).status).toBe(404);
  expect((await measured.get('/metrics', html)).status).toBe(404);
  const { server } = await openShop();
  expect((await fetch(`${server.url}/reports`, { method: 'POST', body: '{}' })).status).toBe(405);
});

test('each version that visitors get is a sample with its pointer', async () => {
  const { metrics, version } = await openMeasured();
  const keys = [...(await scrape(metrics)).keys()].filter((key) => key.includes('served_version'));
  expect(keys).toEqual([
    expect.stringMatching(/\{remote="shell",version="[\w.-]+",pointer="stable"\}$/),
    `patchwork_served_version{remote="mfe-catalog",version="${version}",pointer="stable"}`,
  ]);
});

test('a report is counted by event, remote and version', async () => {
  const { report, version, counted } = await openMeasured();
  expect((await report({ piece: 'mfe-catalog', version })).status).toBe(204);
  expect((await report({ piece: 'mfe-catalog', version })).status).toBe(204);
  expect((await report({ piece: 'mfe-catalog', version, event: 'fallback' })).status).toBe(204);
  const labels = { remote: 'mfe-catalog', version };
  expect(await counted('browser_reports_total', { ...labels, event: 'error' })).toBe(2);
  expect(await counted('browser_reports_total', { ...labels, event: 'fallback' })).toBe(1);
  expect(await counted('requests_total', { route: 'report', status: '204' })).toBe(3);
});

test('remotes and versions that the registry does not have are counted as other', async () => {
  const { report, metrics, version } = await openMeasured();
  for (let index = 0; index < 5; index += 1) {
    await report({ piece: 'mfe-catalog', version: `9.9.9-${index}` });
    await report({ piece: `mfe-${index}`, version });
    await report({ piece: 'constructor', version: 'name' });
  }
  const reports = [...(await scrape(metrics))].filter(([key]) => key.includes('browser_reports'));
  const name = 'patchwork_browser_reports_total';
  expect(Object.fromEntries(reports)).toEqual({
    [`${name}{event="error",remote="mfe-catalog",version="other"}`]: 5,
    [`${name}{event="error",remote="other",version="other"}`]: 10,
  });
});

test('a request that is no report, has no length or is too long is refused and not counted', async () => {
  const { report, server, counted } = await openMeasured();
  const bodies = ['', '{', 'null', '[]', '{"event":"error"}', '{"event":7,"piece":1,"version":[]}'];
  for (const body of bodies) expect((await report({}, { body })).status).toBe(400);
  expect((await report({ event: 'invented', piece: 'shell', version: '1' })).status).toBe(400);
  expect((await report({ message: 'x'.repeat(10_000) })).status).toBe(413);
  const chunked = await raw(server.port, 'POST /reports', 'Transfer-Encoding: chunked\r\n');
  expect(chunked).toMatch(/^HTTP\/1.1 411 /);
  expect(await counted('browser_reports_total')).toBe(0);
});

test('more than 600 reports in a minute are refused, until the next minute begins', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  const metrics: Metrics = { observe: () => {}, gauge: () => {}, counter: () => () => {} };
  const takeReport = countReports(metrics, () => expect.unreachable());
  function statusOfNext(): number {
    const request = new IncomingMessage(new Socket());
    const response = new ServerResponse(request);
    takeReport(request, response);
    return response.statusCode;
  }
  // The first 600 are refused too, but for their missing length, not for their number.
  const first = Array.from({ length: 600 }, statusOfNext);
  expect(new Set(first)).toEqual(new Set([411]));
  expect(statusOfNext()).toBe(429);
  now.mockReturnValue(60_000);
  expect(statusOfNext()).toBe(411);
});
