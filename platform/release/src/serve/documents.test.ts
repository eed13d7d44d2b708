import { rm } from 'node:fs/promises';
import path from 'node:path';
import { entryIntegrity } from '@patchwork/host/testing';
import { expect, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/release.ts';
import { bodyOf, openShirtShop } from '../testing/shirt-shop.ts';
import { createDocuments } from './documents.ts';

const releaseOf = (id: string) => ({
  id,
  team: 'Team',
  version: '1.0.0',
  entry: `/remotes/${id}/1.0.0/remoteEntry.js`,
  integrity: entryIntegrity,
  routes: [],
});
const remoteOf = (id: string, changes = {}) => ({ id, stable: { ...releaseOf(id), ...changes } });
const listing = (...ids: string[]) =>
  JSON.stringify({ format: 2, remotes: ids.map((id) => remoteOf(id)) });

async function released(registry?: string, defaultConfig = {}) {
  const release = await temporaryFolder();
  const write = (files: Record<string, string>) => writeFiles(release, files);
  await write({ 'index.html': '<!-- patchwork:documents -->' });
  if (registry !== undefined) await write({ 'registry.json': registry });
  const reports: string[] = [];
  const report = (message: string) => reports.push(message.replace(release, ''));
  const documents = createDocuments({
    release,
    defaultConfig,
    report,
  });
  return { release, write, documents, reports };
}

test('an edit of the registry or the configuration by hand is in the next page', async () => {
  const { write, documents } = await released(listing('mfe-one'));
  expect((await bodyOf(documents, '/'))?.text).toContain('mfe-one');
  await write({ 'registry.json': listing('mfe-one', 'mfe-two'), 'config.json': '{"a":1}' });
  expect((await bodyOf(documents, '/'))?.text).toContain('mfe-two');
  expect((await bodyOf(documents, '/'))?.text).toContain('{"a":1}');
  expect(documents().document('/registry.json')?.text).toContain('mfe-two');
});

test('the page’s body is made once and reused until something changes', async () => {
  const { write, documents } = await released(listing('mfe-one'));
  const send = async () => (await bodyOf(documents, '/'))?.encoded('br');
  const first = await send();
  expect(await send()).toBe(first);
  await write({ 'config.json': '{"a":1}' });
  expect(await send()).not.toEqual(first);
});

test('all paths of a route have the same page, and so have all paths that no remote declares', async () => {
  const routes = ['/shirts/:id', '/shirts'].map((path, index) => ({
    ...{ page: `page-${index}`, path, access: 'open', module: './Shirt' },
  }));
  const remotes = [remoteOf('mfe-one', { routes })];
  const { documents } = await released(JSON.stringify({ format: 2, remotes }));
  const page = (pathname: string) => bodyOf(documents, pathname);
  expect(await page('/shirts/a')).toBe(await page('/Shirts/b'));
  expect(await page('/shirts/a')).not.toBe(await page('/shirts'));
  expect(await page('/nowhere')).toBe(await page('/'));
});

test('the complete registry of the page is served, also after an edit by hand', async () => {
  const { write, documents } = await released(listing('mfe-one'));
  const address = async () =>
    /"complete":"([^"]+)"/.exec((await bodyOf(documents, '/'))?.text ?? '')?.[1] ?? '';
  const first = await address();
  expect(documents().document(first)?.text).toContain('mfe-one');
  await write({ 'registry.json': listing('mfe-two') });
  expect(documents().document(await address())?.text).toContain('mfe-two');
  expect(documents().document(first)).toBeUndefined();
});

test('a broken registry is reported once, and the last good one stays in use', async () => {
  const { write, documents, reports } = await released(listing('mfe-one'));
  (await bodyOf(documents, '/'))?.text;
  await write({ 'registry.json': '{"format":2,' });
  expect((await bodyOf(documents, '/'))?.text).toContain('mfe-one');
  expect(documents().document('/registry.json')?.text).toContain('mfe-one');
  expect(reports).toHaveLength(1);
  expect(reports[0]).toMatch(/^\/registry\.json: .*JSON.* The last good one stays in use$/);
});

test.each([['{"format":2,'], [undefined]])(
  'with %j as the first registry, the page holds an empty one',
  async (registry) => {
    const { documents, reports } = await released(registry);
    expect((await bodyOf(documents, '/'))?.text).toContain('{"format":2,"remotes":[],');
    expect(reports).toHaveLength(1);
  },
);

test('a badly described remote is left out and named', async () => {
  const registry = JSON.stringify({
    format: 2,
    remotes: [remoteOf('mfe-one'), remoteOf('mfe-two', { entry: 'nowhere' })],
  });
  const { documents, reports } = await released(registry);
  expect(documents().document('/registry.json')?.text).not.toContain('mfe-two');
  expect(reports.join()).toContain('mfe-two: entry:');
});

test('an unknown path is 404, or 503 while it may belong to a remote that can’t be read', async () => {
  const page = (path: string) => [{ page: 'cart', path, access: 'open', module: './Cart' }];
  const registryWith = (path: string) =>
    JSON.stringify({ format: 2, remotes: [remoteOf('mfe-cart', { routes: page(path) })] });
  const { write, documents } = await released(registryWith('/cart'));
  const status = async (pathname: string) =>
    (await documents().page?.({ pathname, query: '' }))?.status;
  expect(await status('/cart')).toBe(200);
  expect(await status('/nowhere')).toBe(404);
  expect(await status('/named-page/cart')).toBe(200);
  expect(await status('/named-page/other')).toBe(404);
  await write({ 'registry.json': registryWith('no path at all') });
  expect(await status('/cart')).toBe(503);
  expect(await status('/named-page/cart')).toBe(503);
  expect((await bodyOf(documents, '/cart'))?.text).toContain('"incomplete":true');
});

test('what the registry left out is named in the live registry of a shop with devtools only', async () => {
  const broken = JSON.stringify({ format: 2, remotes: [{ id: 'mfe-two', stable: {} }] });
  const { write, documents } = await released(broken);
  expect(documents().document('/registry.json')?.text).not.toContain('problems');
  await write({ 'config.json': '{"devtools":{}}' });
  const { problems } = JSON.parse(documents().document('/registry.json')?.text ?? '');
  expect(problems).toEqual([expect.stringMatching(/^mfe-two: /)]);
});

test('the default configuration is used while there is no config.json', async () => {
  const { release, write, documents } = await released(listing(), { a: 0 });
  expect(documents().document('/config.json')?.text).toBe('{"a":0}');
  await write({ 'config.json': '{}' });
  expect(documents().document('/config.json')?.text).toBe('{}');
  await rm(`${release}/config.json`);
  expect((await bodyOf(documents, '/'))?.text).toContain('{"a":0}');
});

test('an invalid configuration is reported, and the last good one stays in use; the server does not start with it', async () => {
  const { release, write } = await released(listing('mfe-one'));
  const reports: string[] = [];
  const report = (message: string) => reports.push(message.replace(release, ''));
  const checkConfig = (config: unknown) => {
    if (Object(config).devtols) throw new Error('devtols: there is no such field');
  };
  const open = () => createDocuments({ release, defaultConfig: {}, checkConfig, report });
  await write({ 'config.json': '{"devtools":{}}' });
  const documents = open();
  await write({ 'config.json': '{"devtols":{}}' });
  expect(documents().document('/config.json')?.text).toBe('{"devtools":{}}');
  expect(reports).toEqual([
    '/config.json: devtols: there is no such field. The last good one stays in use',
  ]);
  expect(open).toThrow('config.json: devtols: there is no such field. Fix it or delete it');
  await write({ 'config.json': '{' });
  expect(open).toThrow(/config\.json: .*JSON.*\. Fix it or delete it/);
});

const elsewhere = 'https://teams.example/mfe-two/remoteEntry.js';

test('a remote of another origin is in the page once the configuration lists that origin', async () => {
  const remotes = [remoteOf('mfe-one'), remoteOf('mfe-two', { entry: elsewhere })];
  const { write, documents, reports } = await released(JSON.stringify({ format: 2, remotes }));
  expect((await bodyOf(documents, '/'))?.text).not.toContain('mfe-two');
  expect(documents().document('/registry.json')?.text).not.toContain('mfe-two');
  expect(reports).toEqual([
    'registry.json: left out mfe-two: entry: it comes from https://teams.example, which “remoteOrigins” in config.json does not list',
  ]);
  await write({ 'config.json': '{"remoteOrigins":["https://teams.example"]}' });
  expect((await bodyOf(documents, '/'))?.text).toContain(elsewhere);
  expect(reports).toHaveLength(1);
});

const headersOf = async (response: Promise<Response>) =>
  Object.fromEntries((await response).headers.entries());

const policy = 'content-security-policy';

test.each(['/', '/index.html', '/shirts', '/nowhere'])(
  'the page at %s may load what the shop needs, and can’t be embedded in another page',
  async (path) => {
    const { get } = await openShirtShop();
    expect(await headersOf(get(path))).toMatchObject({
      [policy]: expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
    });
  },
);

test('the 304 of a page that the browser already has keeps the policy', async () => {
  const { get, getAgain } = await openShirtShop();
  const first = await headersOf(get('/shirts'));
  const again = await getAgain('/shirts', first.etag ?? '');
  expect(again.status).toBe(304);
  expect(again.headers.get(policy)).toBe(first[policy]);
});

test('the policy follows the configuration of a running server', async () => {
  const { release, get } = await openShirtShop();
  const before = await headersOf(get('/'));
  await writeFiles(release, {
    'config.json': '{"imageOrigins":["https://pictures.example"],"hstsMaxAgeSeconds":60}',
  });
  const after = await headersOf(get('/'));
  expect(before[policy]).not.toContain('pictures.example');
  expect(after[policy]).toContain("img-src 'self' https://pictures.example;");
  expect(after['strict-transport-security']).toBe('max-age=60');
});

test.each([
  '/registry.json',
  '/sitemap.xml',
  '/robots.txt',
  '/picture.svg',
  '/static/gone.js',
  '/.lock',
])('%s can run nothing when it is opened by itself', async (path) => {
  const { release, get } = await openShirtShop();
  await writeFiles(release, { 'picture.svg': '<svg/>' });
  expect(await headersOf(get(path))).toMatchObject({
    [policy]: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
});

test.each(['/_headers', '/_headers.nginx.conf', '/%5Fheaders'])(
  'a file of headers for other servers is not served: %s',
  async (path) => {
    const { release, get } = await openShirtShop();
    await writeFiles(release, { _headers: '/*', '_headers.nginx.conf': '#' });
    expect((await get(path)).status).toBe(404);
  },
);

test('the page names the origins that its scripts may come from', async () => {
  const { get } = await openShirtShop({ defaultConfig: { devtools: {} } });
  expect(await (await get('/')).text()).toContain(
    '<script type="application/json" id="patchwork-trusted">{"scripts":["http://localhost:*","http://127.0.0.1:*"],"html":false}</script>',
  );
});

test.each([
  [undefined, ['', 'hi']],
  [['en'], ['']],
])('of the languages %s, the code for pages is started', async (renderedLanguages, folders) => {
  const page = { './Shirts': '', renderer: 'exports.render = async () => undefined;' };
  const { release } = await openShirtShop({}, page, page);
  const renderers = { follow: vi.fn(), render: vi.fn(), stop: vi.fn() };
  const documents = createDocuments({
    ...{ release, renderers, renderedLanguages, defaultConfig: { apiBaseUrl: '/' } },
    ...{ api: async () => Response.json({}), report: () => undefined },
  });
  documents();
  const version = path.join(release, 'remotes/mfe-shirts/1.0.0');
  const [started] = renderers.follow.mock.calls[0] ?? [];
  expect(started.map(({ file }: { file: string }) => file)).toEqual(
    folders.map((folder) => path.join(version, folder, '.renderer.cjs')),
  );
});
