import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Metrics } from '../metrics/index.ts';
import { openTestMetrics, scrape, sumOf } from '../metrics/testing.ts';
import { html, openShop, publishShop } from '../testing/served-shop.ts';
import { raw } from '../testing/shirt-shop.ts';
import { countReports } from './measure.ts';

publishShop();

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

test('an address sends 60 reports in a minute at most, and others can still report', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const metrics: Metrics = {
    ...{ observe: () => {}, gauge: () => {}, counter: () => () => {} },
    ...{ histogram: () => () => {}, document: () => {} },
  };
  const takeReport = countReports(metrics, () => expect.unreachable(), { proxies: 1 });
  function statusOfNext(address: string): number {
    const request = new IncomingMessage(new Socket());
    request.headers['x-forwarded-for'] = `10.0.0.9, ${address}`;
    const response = new ServerResponse(request);
    takeReport(request, response);
    return response.statusCode;
  }
  // The first ones are refused too, but for their missing length, not for their number.
  const first = Array.from({ length: 60 }, () => statusOfNext('10.0.0.1'));
  expect(new Set(first)).toEqual(new Set([411]));
  expect(statusOfNext('10.0.0.1')).toBe(429);
  expect(statusOfNext('10.0.0.2')).toBe(411);
  now.mockReturnValue(60_000);
  expect(statusOfNext('10.0.0.1')).toBe(411);
});

test('a visit is counted by version and pointer, in the metrics and by the minute', async () => {
  const { report, version, counted, metrics, server } = await openMeasured();
  const used = [
    { id: 'mfe-catalog', version },
    { id: 'mfe-catalog', version: '9.9.9-other' },
    { id: 'mfe-unknown', version },
  ];
  const visit = {
    ...{ event: 'visit', used, page: 'mfe-catalog', lcp: 1300, inp: 40, cls: 0 },
    faults: [{ id: 'mfe-catalog', version, cause: 'load' }],
    frames: { 'mfe-catalog': 2 },
  };
  expect((await report(visit)).status).toBe(204);
  expect((await report(visit)).status).toBe(204);
  const labels = { remote: 'mfe-catalog', version, pointer: 'stable' };
  expect(await counted('visits_total')).toBe(1);
  expect(await counted('visits_total', labels)).toBe(1);
  expect(await counted('visit_faults_total', { ...labels, fault: 'loadFailures' })).toBe(1);
  expect(await counted('visit_faults_total', { ...labels, fault: 'longFrames' })).toBe(1);
  expect(await counted('visit_faults_total')).toBe(2);
  expect(await counted('visit_lcp_seconds_sum', labels)).toBe(1.3);
  const address = new URL('/visits.json?remote=mfe-catalog', metrics.url);
  expect(await (await fetch(address)).json()).toMatchObject({
    format: 1,
    minutes: [{ ...labels, counts: { views: 1, loadFailures: 1, longFrames: 1, 'lcp:23': 1 } }],
  });
  expect((await fetch(`${server.url}/visits.json`)).status).toBe(404);
});

test.each([
  ['a timing that is no number', { lcp: 'fast' }],
  ['a negative timing', { inp: -1 }],
  ['no versions', { used: undefined }],
  ['more versions than a shop has', { used: Array(101).fill({ id: 'a', version: 'b' }) }],
])('a visit with %s is refused', async (_title, fields) => {
  const { report, counted } = await openMeasured();
  const visit = { event: 'visit', used: [], faults: [], ...fields };
  expect((await report(visit)).status).toBe(400);
  expect(await counted('visits_total')).toBe(0);
});
