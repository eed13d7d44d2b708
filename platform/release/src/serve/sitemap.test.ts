import { expect, test, vi } from 'vitest';
import { writeFiles } from '../testing/release.ts';
import { openShirtShop } from '../testing/shirt-shop.ts';

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc);
const own = ['https://shop.example/', 'https://shop.example/shirts'];

/** An API that lists these ids, `size` at a time. */
const listing = (ids: readonly string[], size = 2) =>
  vi.fn(async (path: string) => {
    const after = Number(new URL(path, 'http://api').searchParams.get('after') ?? 0);
    const next = after + size < ids.length ? String(after + size) : null;
    return Response.json({ shirts: ids.slice(after, after + size).map((id) => ({ id })), next });
  });

test('the sitemap lists the pages for search engines, and the products of the API', async () => {
  const api = listing(['linen', 'a&b', 'c d', 'é']);
  const { get } = await openShirtShop({ api });
  const response = await get('/sitemap.xml');
  expect(response.headers.get('content-type')).toBe('application/xml;charset=utf-8');
  const xml = await response.text();
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">\n/);
  expect(xml).toMatch(/<\/urlset>\n$/);
  const shirts = ['linen', 'a%26b', 'c%20d', '%C3%A9'];
  expect(addressesIn(xml)).toEqual([
    ...own,
    ...shirts.map((id) => `https://shop.example/shirts/${id}`),
  ]);
  expect(api.mock.calls.flat()).toEqual(['/api/shirts?limit=2', '/api/shirts?limit=2&after=2']);
  await get('/sitemap.xml');
  expect(api).toHaveBeenCalledTimes(2);
});

test('more than 50,000 addresses are split, with a list of the parts', async () => {
  const ids = Array.from({ length: 200_001 }, (_, index) => `shirt-${index}`);
  const { get } = await openShirtShop({ api: listing(ids, 60_000) });
  const xml = await (await get('/sitemap.xml')).text();
  expect(xml).toContain('<sitemapindex ');
  const parts = [1, 2, 3, 4, 5].map((part) => `https://shop.example/sitemap-${part}.xml`);
  expect(addressesIn(xml)).toEqual(parts);
  const counts: number[] = [];
  for (const part of parts) {
    counts.push(addressesIn(await (await get(new URL(String(part)).pathname)).text()).length);
  }
  expect(counts).toEqual([50_000, 50_000, 50_000, 50_000, 3]);
  expect((await get('/sitemap-6.xml')).status).toBe(404);
  expect((await get('/sitemap-0.xml')).status).toBe(404);
});

test.each([
  ['a failing API', () => Promise.reject(new Error('down'))],
  ['status 404', async () => Response.json({}, { status: 404 })],
  ['an answer without a list', async () => Response.json({ shirts: 'all' })],
])('with %s the sitemap lists only pages without data, and reports it', async (_what, api) => {
  const { get, reports } = await openShirtShop({ api });
  expect(addressesIn(await (await get('/sitemap.xml')).text())).toEqual(own);
  expect(reports.join()).toContain('sitemap.xml: ');
});

/** An API that lists `count` ids at once, and the rest when `go` is called. */
function slowListing(count: number) {
  let go = () => {};
  const rest = new Promise<void>((resolve) => {
    go = resolve;
  });
  const api = async (path: string) => {
    const isFirst = !path.includes('after=');
    if (!isFirst) await rest;
    const ids = Array.from({ length: isFirst ? count : 1 }, (_, index) => ({
      id: `${isFirst}-${index}`,
    }));
    return Response.json({ shirts: ids, next: isFirst ? 'more' : null });
  };
  return { api, go };
}

/** Reads a response until its text contains `part`. Returns a function that reads the rest. */
async function readUntil({ body }: Response, part: string) {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes(part)) text += (await reader?.read())?.value;
  return async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true };
      if (done) return text;
      text += value;
    }
  };
}

test('a sitemap begins before the API has listed all', async () => {
  const { api, go } = slowListing(10);
  const { get } = await openShirtShop({ api });
  const readRest = await readUntil(await get('/sitemap.xml'), '<?xml');
  go();
  expect(addressesIn(await readRest())).toHaveLength(own.length + 11);
});

test('the parts of a large sitemap are listed and sent while the API lists more', async () => {
  const { api, go } = slowListing(100_000);
  const { get } = await openShirtShop({ api });
  const readRest = await readUntil(await get('/sitemap.xml'), '/sitemap-2.xml');
  expect(addressesIn(await (await get('/sitemap-2.xml')).text())).toHaveLength(50_000);
  const readLast = await readUntil(await get('/sitemap-3.xml'), '<urlset');
  go();
  expect(addressesIn(await readRest())).toHaveLength(3);
  expect(addressesIn(await readLast())).toHaveLength(own.length + 1);
  expect((await get('/sitemap-4.xml')).status).toBe(404);
});

test('a sitemap that can’t be completed is broken off, so that no crawler takes it for complete', async () => {
  const { api, go } = slowListing(100_000);
  const { get, reports } = await openShirtShop({
    api: async (path) =>
      path.includes('after=') ? api(path).then(() => new Response('', { status: 500 })) : api(path),
  });
  const readRest = await readUntil(await get('/sitemap.xml'), '/sitemap-2.xml');
  go();
  await expect(readRest()).rejects.toThrow();
  expect(reports.join()).toContain('status 500');
  expect(addressesIn(await (await get('/sitemap.xml')).text())).toEqual(own);
});

test('an entry without its id is left out', async () => {
  const api = async () => Response.json({ shirts: [{ id: 'linen' }, { name: 'x' }, { id: 7 }] });
  const { get } = await openShirtShop({ api });
  const shirts = ['https://shop.example/shirts/linen'];
  expect(addressesIn(await (await get('/sitemap.xml')).text())).toEqual([...own, ...shirts]);
});

test('a list that never ends is given up', async () => {
  const api = async () => Response.json({ shirts: [], next: 'more' });
  const { get, reports } = await openShirtShop({ api });
  expect(addressesIn(await (await get('/sitemap.xml')).text())).toEqual(own);
  expect(reports.join()).toContain('the list has no end');
});

test('a shop without an API lists the pages without data', async () => {
  const { get } = await openShirtShop();
  expect(addressesIn(await (await get('/sitemap.xml')).text())).toEqual(own);
});

test('robots.txt lets crawlers in, and names the sitemap', async () => {
  const { get } = await openShirtShop();
  const response = await get('/robots.txt');
  expect(response.headers.get('content-type')).toBe('text/plain;charset=utf-8');
  expect(await response.text()).toBe(
    'User-agent: *\nDisallow:\n\nSitemap: https://shop.example/sitemap.xml\n',
  );
});

test('a robots.txt in the release folder is sent instead', async () => {
  const { release, get } = await openShirtShop();
  await writeFiles(release, { 'robots.txt': 'User-agent: *\nDisallow: /\n' });
  expect(await (await get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n');
});
