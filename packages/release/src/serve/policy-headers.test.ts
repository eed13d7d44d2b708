import { expect, test } from 'vitest';
import { writeFiles } from '../testing.ts';
import { openShirtShop } from './testing-heads.ts';

const headersOf = async (response: Promise<Response>) =>
  Object.fromEntries((await response).headers.entries());

const policy = 'content-security-policy';

test.each(['/', '/index.html', '/shirts', '/nowhere'])(
  'the page at %s may load what the shop needs, and be in no other page',
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

test('a page that the browser has already keeps its policy', async () => {
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
])('%s does nothing when it is opened by itself', async (path) => {
  const { release, get } = await openShirtShop();
  await writeFiles(release, { 'picture.svg': '<svg/>' });
  expect(await headersOf(get(path))).toMatchObject({
    [policy]: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
});

test.each(['/_headers', '/_headers.nginx.conf', '/%5Fheaders'])(
  'the headers for other servers are no file of the shop: %s',
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
