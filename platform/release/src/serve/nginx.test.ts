import { fileHeaders, pageHeaders } from '@patchwork/build/policy';
import { describe, expect, test } from 'vitest';
import { provideProxies, startNginx } from '../testing/proxies.ts';
import { writeFiles } from '../testing/release.ts';
import { html, openShop, publishShop } from '../testing/served-shop.ts';
import { listenAsApi, raw } from '../testing/shirt-shop.ts';

publishShop();

const hasNginx = provideProxies('nginx').length > 0;

/** A released shop, sent by nginx itself or by `serve` behind it. */
async function openBoth(file: 'nginx-static.conf' | 'nginx-proxy.conf') {
  const { release, remote, server } = await openShop();
  // Answers with the path and the caller's addresses.
  const origin = await listenAsApi(
    ({ url, method, headers }) => ({
      ...{ url, method, from: headers['x-forwarded-for'], host: headers.host },
    }),
    {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    },
  );
  const api = new URL(origin).host;
  await writeFiles(release, {
    '.history/moves.jsonl': '{"author":"Asha"}',
    'robots.txt': 'User-agent: *',
  });
  // With the next word, because the API's port may begin with 4001.
  const addresses = { '127.0.0.1:4000 max': `${api} max`, '127.0.0.1:4001 max': `${api} max` };
  const url = await startNginx(file, {
    ...addresses,
    ...(file === 'nginx-proxy.conf'
      ? { '127.0.0.1:3000': `127.0.0.1:${server.port}` }
      : { '/srv/patchwork/.release': release }),
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(url + path, { headers });
  return { release, remote, url, get };
}

const forEver = 'public, max-age=31536000, immutable';

describe.runIf(hasNginx).each(['nginx-static.conf', 'nginx-proxy.conf'] as const)(
  'deploy/%s',
  (file) => {
    test('sends a page with its security headers, and lets browsers ask for it each time', async () => {
      const { get } = await openBoth(file);
      const page = await get('/', html);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toMatch(/^text\/html; ?charset=utf-8$/);
      expect(page.headers.get('cache-control')).toBe('no-cache');
      expect(Object.fromEntries(page.headers)).toMatchObject(
        pageHeaders({ config: {}, rights: {} }, []),
      );
      expect(await page.text()).toContain('<script src="/static/js/index.111.js">');
      // A plain web server knows no routes.
      const unknown = await get('/nothing', html);
      expect(unknown.status).toBe(file === 'nginx-static.conf' ? 200 : 404);
      expect(unknown.headers.get('content-security-policy')).toBe(
        page.headers.get('content-security-policy'),
      );
    });

    test('sends the script in which workers begin with the policy of a page', async () => {
      const { get, release } = await openBoth(file);
      await writeFiles(release, { 'worker.js': 'importScripts()' });
      const script = await get('/worker.js');
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
      expect(script.headers.get('cache-control')).toBe('no-cache');
      expect(script.headers.get('content-security-policy')).toBe(
        (await get('/', html)).headers.get('content-security-policy'),
      );
    });

    test('answers a missing file with a 404 that no cache keeps', async () => {
      const { get, remote } = await openBoth(file);
      for (const path of [
        '/static/js/gone.js',
        '/static/js',
        `${remote}/gone.js`,
        '/remotes/',
        '/shell/gone',
        '/images/gone.svg',
        '/gone.js',
        '/favicon.ico',
        '/productlist/../gone.css',
      ]) {
        const answer = await get(path);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
        expect(await answer.text()).not.toContain('<script');
      }
    });

    test('hides the files that a release keeps for itself', async () => {
      const { get, url } = await openBoth(file);
      for (const path of [
        '/.history/moves.jsonl',
        '/_headers',
        '/_headers.nginx.conf',
        '/.lock/',
      ]) {
        expect([path, (await get(path)).status]).toEqual([path, 404]);
      }
      for (const path of [
        '//.history/moves.jsonl',
        '/%2ehistory/moves.jsonl',
        '/static/../.history/moves.jsonl',
        '/static/%2e%2e/.history/moves.jsonl',
        '/static/..%2f.history/moves.jsonl',
        '/static/../../../../etc/passwd',
      ]) {
        const answer = await raw(Number(new URL(url).port), `GET ${path}`);
        expect([path, answer]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 40[04] /)]);
        expect(answer).not.toMatch(/Asha|root:/);
      }
    });

    test('lets browsers keep versions for ever, and ask for pointers each time', async () => {
      const { get, remote } = await openBoth(file);
      const cachingOf = async (path: string) => {
        const { status, headers } = await get(path);
        return [path, status, headers.get('cache-control')];
      };
      for (const path of [
        '/static/js/index.111.js',
        `${remote}/remoteEntry.js`,
        '/images/shirt.svg?v=1a2b',
      ]) {
        expect(await cachingOf(path)).toEqual([path, 200, forEver]);
      }
      for (const path of ['/images/shirt.svg', '/favicon.svg']) {
        expect(await cachingOf(path)).toEqual([path, 200, 'public, max-age=3600']);
      }
      for (const path of ['/registry.json', '/robots.txt']) {
        expect(await cachingOf(path)).toEqual([path, 200, 'no-cache']);
      }
    });

    test('sends files with their own headers', async () => {
      const { get, release } = await openBoth(file);
      await writeFiles(release, { 'static/js/module.mjs': 'export {}' });
      const script = await get('/static/js/index.111.js');
      expect(Object.fromEntries(script.headers)).toMatchObject({
        ...fileHeaders,
        'access-control-allow-origin': '*',
        'timing-allow-origin': '*',
      });
      expect(script.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
      expect((await get('/static/js/module.mjs')).headers.get('content-type')).toMatch(
        /^text\/javascript/,
      );
      expect((await get('/registry.json')).headers.get('content-type')).toMatch(
        /^application\/json/,
      );
      expect((await get('/favicon.svg')).headers.get('content-type')).toMatch(/^image\/svg\+xml/);
    });

    test('sends the compressed copies of a file, and nothing to a client that already has it', async () => {
      const { get } = await openBoth(file);
      const path = '/static/js/index.111.js';
      const plain = await (await get(path, { 'accept-encoding': 'identity' })).text();
      for (const [accepted, coding] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
      ] as const) {
        const answer = await get(path, { 'accept-encoding': accepted });
        expect(answer.headers.get('content-encoding')).toBe(coding);
        expect(answer.headers.get('vary')).toMatch(/^Accept-Encoding/);
        expect(Number(answer.headers.get('content-length'))).toBeLessThan(plain.length / 2);
        expect(await answer.text()).toBe(plain);
        const etag = answer.headers.get('etag') ?? '';
        const again = await get(path, { 'accept-encoding': accepted, 'if-none-match': etag });
        expect(again.status).toBe(304);
      }
    });

    test('passes on API calls, with the caller’s address and without the shop’s headers', async () => {
      const { get, url } = await openBoth(file);
      const answer = await get('/api/products?limit=2', { 'x-forwarded-for': '203.0.113.9' });
      expect(await answer.json()).toEqual({
        url: '/api/products?limit=2',
        method: 'GET',
        from: '203.0.113.9, 127.0.0.1',
        host: new URL(url).hostname,
      });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
      const body = 'x'.repeat(200_000);
      expect((await fetch(`${url}/api/user/cart`, { method: 'POST', body })).status).toBe(413);
    });
  },
);
