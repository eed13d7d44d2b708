import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { entryIntegrity } from '@patchwork/host/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  buildRemote,
  buildShell,
  contextOf,
  openPiece,
  publishPiece,
  writeFiles,
} from '../testing/release.ts';
import { headOf, listenAsApi, openShirtShop, readHead } from '../testing/shirt-shop.ts';
import { type ServeOptions, serve } from './serve.ts';

const shirt = { name: 'Linen Shirt', text: 'Made\nslowly.', picture: '/images/linen.png' };
const shirtApi = (changes: object = {}) =>
  vi.fn(async (_path: string) => Response.json({ shirt: { ...shirt, ...changes } }));

test('the head of a page says what its remote declares', async () => {
  const { get } = await openShirtShop();
  expect(await headOf(get('/shirts'))).toEqual({
    title: 'Our shirts · Loom &amp; Co',
    description: 'Shirts of linen.',
    canonical: 'https://shop.example/shirts',
    robots: undefined,
    og: {
      siteName: 'Loom &amp; Co',
      title: 'Our shirts',
      description: 'Shirts of linen.',
      type: 'website',
      url: 'https://shop.example/shirts',
      image: 'https://shop.example/images/shirts.png',
    },
    jsonLd: undefined,
  });
});

test('a page without a declared head has the name and the description of the shop', async () => {
  const { get } = await openShirtShop();
  const { title, description, canonical } = await headOf(get('/'));
  expect(title).toBe('Loom &amp; Co');
  expect(description).toBe('A shop.');
  expect(canonical).toBe('https://shop.example/');
});

test.each([
  ['/lab', 200, 'Laboratory · Loom &amp; Co'],
  ['/lab/photos/a b', 200, 'Laboratory · Loom &amp; Co'],
  ['/Lab/x.y', 200, 'Laboratory · Loom &amp; Co'],
  ['/labs', 404, 'Loom &amp; Co'],
])('the page that owns everything below /lab answers %s with %i', async (path, status, title) => {
  const { get } = await openShirtShop();
  const response = get(path);
  expect((await response).status).toBe(status);
  // Its own routes decide which of its addresses are the same page.
  expect(await headOf(response)).toMatchObject({ title, canonical: undefined });
});

test.each(['/Shirts', '/shirts/', '/SHIRTS//'])(
  'the case and slashes at the end of %s do not count',
  async (path) => {
    const { get } = await openShirtShop();
    const { title } = await headOf(get(path));
    expect(title).toBe('Our shirts · Loom &amp; Co');
  },
);

test('every page has one title and one description', async () => {
  const { get } = await openShirtShop({ api: shirtApi() });
  for (const path of ['/', '/shirts', '/shirts/linen', '/cart', '/nowhere']) {
    const html = await (await get(path)).text();
    expect(html.match(/<title>/g), path).toHaveLength(1);
    expect(html.match(/<meta name="description"/g), path).toHaveLength(1);
  }
});

test('the page of a product has what the API knows of it', async () => {
  const api = shirtApi();
  const { get } = await openShirtShop({ api });
  expect(await headOf(get('/shirts/linen'))).toMatchObject({
    title: 'Linen Shirt · Loom &amp; Co',
    description: 'Made slowly.',
    canonical: 'https://shop.example/shirts/linen',
    og: { type: 'product', image: 'https://shop.example/images/linen.png' },
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Linen Shirt',
      url: 'https://shop.example/shirts/linen',
    },
  });
  expect(api).toHaveBeenCalledExactlyOnceWith('/api/shirts/linen');
});

test.each(['/Shirts/linen', '/shirts/linen/', '/shirts/linen?from=mail'])(
  '%s names the canonical address of its page',
  async (path) => {
    const { get } = await openShirtShop({ api: shirtApi() });
    expect((await headOf(get(path))).canonical).toBe('https://shop.example/shirts/linen');
  },
);

test('a name in the path is encoded in the call and in the address', async () => {
  const api = shirtApi();
  const { get } = await openShirtShop({ api });
  const { canonical } = await headOf(get('/shirts/a%26b%20%22c'));
  expect(canonical).toBe('https://shop.example/shirts/a%26b%20%22c');
  expect(api).toHaveBeenCalledExactlyOnceWith('/api/shirts/a%26b%20%22c');
});

test.each([
  ['/cart', 'noindex'],
  ['/help', 'noindex'],
  ['/shirts', undefined],
  ['/shirts/linen', 'max-image-preview:large'],
])('%s has robots %s', async (path, robots) => {
  const { get } = await openShirtShop();
  expect((await headOf(get(path))).robots).toBe(robots);
});

test('characters that change the direction of the text are left out', async () => {
  const { get } = await openShirtShop({ api: shirtApi({ name: 'Linen \u202e\u0000trihS' }) });
  expect((await headOf(get('/shirts/linen'))).title).toBe('Linen trihS · Loom &amp; Co');
});

test('a title of 100 kB is cut, and no character is cut in half', async () => {
  const { get } = await openShirtShop({ api: shirtApi({ name: '🧵'.repeat(25_000) }) });
  const html = await (await get('/shirts/linen')).text();
  expect(readHead(html).title).toBe(`${'🧵'.repeat(199)}… · Loom &amp; Co`);
  expect(html.length).toBeLessThan(30_000);
});

test.each(['javascript:alert(1)', '//evil.example/x.png', 'data:image/png,x', 7, null])(
  'an image without a web address is left out: %s',
  async (picture) => {
    const { get } = await openShirtShop({ api: shirtApi({ picture }) });
    expect((await headOf(get('/shirts/linen'))).og.image).toBeUndefined();
  },
);

test('values that the API lacks are left out, and the rest stays', async () => {
  const { get } = await openShirtShop({ api: shirtApi({ text: undefined }) });
  const head = await headOf(get('/shirts/linen'));
  expect(head.title).toBe('Linen Shirt · Loom &amp; Co');
  expect(head.description).toBe('A shop.');
});

test('a damaged declaration affects only the head of its page', async () => {
  const { release, get } = await openShirtShop();
  await writeFiles(release, { 'remotes/mfe-shirts/1.0.0/remote.json': '{"routes":' });
  const registry = await (await get('/registry.json')).text();
  await writeFiles(release, { 'registry.json': `${registry}\n` });
  const response = await get('/shirts');
  expect(response.status).toBe(200);
  expect(readHead(await response.text()).title).toBe('Loom &amp; Co');
});

test('without devtools in the configuration, the remote that fills their slot has no pages', async () => {
  const shop = await openShirtShop();
  const tester = { page: 'tester', path: '/tester', access: 'open', module: './Tester' };
  const id = 'mfe-devtools';
  const devtools = {
    ...{ id, team: 'Tools', version: '1.0.0', entry: `/remotes/${id}/1.0.0/remoteEntry.js` },
    ...{ routes: [tester], integrity: entryIntegrity },
    fragments: { devtools: { module: './Panel' } },
  };
  await writeFiles(shop.release, {
    'registry.json': JSON.stringify({ format: 2, remotes: [{ id, stable: devtools }] }),
  });
  expect((await shop.get('/tester')).status).toBe(404);
  await writeFiles(shop.release, { 'config.json': '{"devtools":{}}' });
  expect((await shop.get('/tester')).status).toBe(200);
});

test.each(['//shirts', '/shirts//linen'])(
  'a path with an empty segment is unknown, as it is in the shop: %s',
  async (path) => {
    const { get } = await openShirtShop();
    expect((await get(path)).status).toBe(404);
  },
);

describe('prerendered pages', () => {
  /** Code of a renderer that shows the API's answer to one call. */
  const answering = `
    const { shirt } = await (await fetch('/api/shirts' + request.address)).json();
    return { html: '<h1>' + shirt.name + '</h1>', seed: JSON.stringify(request) };`;

  /** Opens the shop of shirts with three prerendered pages, and a renderer with this code. */
  async function openShop(options: Partial<ServeOptions>, render = answering) {
    const renderer = `module.exports.render = async (request, surroundings, fetch) => {${render}};`;
    const shop = await openShirtShop(options, {
      './Shirts': '<h1>Our shirts</h1>',
      './Shirt': '<p>Loading</p>',
      './Cart': '<h1>My Cart</h1>',
      ...{ renderer },
    });
    const read = async (path: string) => {
      const html = await (await shop.get(path)).text();
      const [, preload] = /<link rel="preload" as="fetch" href="([^"]*)"/.exec(html) ?? [];
      const [, seed] = /id="patchwork-seed">(.*?)<\/script>/.exec(html) ?? [];
      const [, content] =
        /<main><!--\$--><div[^>]*>(.*?)<\/div><!--\/\$--><\/main>/s.exec(html) ?? [];
      return { content, preload, seed };
    };
    /** Reads a page once the renderer of its version is loaded. */
    const readRendered = (path: string) =>
      vi.waitFor(
        async () => {
          const page = await read(path);
          expect(page.seed).toBeDefined();
          return page;
        },
        { timeout: 15_000 },
      );
    return { ...shop, read, readRendered };
  }

  test('a page has its data in the HTML and in a seed, and preloads no call', async () => {
    const { readRendered } = await openShop({ api: shirtApi() });
    expect(await readRendered('/shirts/linen')).toEqual({
      content: '<h1>Linen Shirt</h1>',
      preload: undefined,
      seed: JSON.stringify({
        ...{ module: './Shirt', path: '/shirts/:shirtId', address: '/shirts/linen' },
      }),
    });
  });

  test('the HTML names the settings that it was rendered with, of those that are set', async () => {
    const render = answering.replace('};', ", settings: ['gallery', 'rows'] };");
    const { release, readRendered, get } = await openShop({ api: shirtApi() }, render);
    const attribute = async (path: string) =>
      / data-settings="([^"]*)"/.exec(await (await get(path)).text())?.[1];
    await readRendered('/shirts/linen');
    expect(await attribute('/shirts/linen')).toBeUndefined();
    const file = `${release}/registry.json`;
    const registry = JSON.parse(await readFile(file, 'utf8'));
    registry.remotes[0].values = {
      title: { value: 'Buy', percent: 5 },
      gallery: { value: true, percent: 5 },
    };
    await writeFile(file, JSON.stringify(registry));
    await readRendered('/shirts/linen');
    expect(await attribute('/shirts/linen')).toBe('gallery');
  });

  test('a page is rendered with the values that most visitors have', async () => {
    const values = 'surroundings.remotes[0].values';
    const render = `return { html: JSON.stringify(${values}.rows.isOn), seed: '{}' };`;
    const { release, readRendered } = await openShop({ api: shirtApi() }, render);
    const file = `${release}/registry.json`;
    const registry = JSON.parse(await readFile(file, 'utf8'));
    for (const [percent, isOn] of [
      [10, false],
      [90, true],
    ] as const) {
      registry.remotes[0].values = { rows: { value: 4, percent } };
      await writeFile(file, JSON.stringify(registry));
      expect((await readRendered('/shirts/linen')).content).toBe(String(isOn));
    }
  });

  test('only query parameters that the page declares change what is rendered', async () => {
    const { readRendered } = await openShop({ api: shirtApi() });
    const addressOf = async (path: string) =>
      JSON.parse((await readRendered(path)).seed ?? '').address;
    expect(await addressOf('/Shirts/?utm_source=mail&size=M&color=red&size=S')).toBe(
      '/shirts?color=red&size=M&size=S',
    );
    expect(await addressOf('/shirts/a%26b?size=M')).toBe('/shirts/a%26b');
  });

  test('a change of the data is in the page a second later, and an unchanged page keeps its tag', async () => {
    const names = ['First', 'Second'];
    const api = vi.fn(async (_path: string) => Response.json({ shirt: { name: names[0] } }));
    const { readRendered, get } = await openShop({ api });
    const first = await readRendered('/shirts/linen');
    expect(first.content).toBe('<h1>First</h1>');
    names.shift();
    await vi.waitFor(
      async () => expect((await readRendered('/shirts/linen')).content).toBe('<h1>Second</h1>'),
      { timeout: 5000, interval: 100 },
    );
    const tag = (await get('/shirts/linen')).headers.get('etag');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await get('/shirts/linen')).headers.get('etag')).toBe(tag);
  });

  test.each([
    ['throws', "throw new Error('broken')"],
    ['does not return', 'for (;;);'],
    ['can’t be loaded', '}'],
  ])('a version that %s shows the page of its build, at every request', async (_what, code) => {
    const { get, read } = await openShop({ api: shirtApi(), report: () => undefined }, code);
    for (let count = 0; count < 6; count += 1) {
      expect((await get('/shirts')).status).toBe(200);
      expect((await read('/shirts')).content).toBe('<h1>Our shirts</h1>');
    }
  });

  test('a page that does not return keeps no other from being rendered, in no pause', async () => {
    const { read, readRendered, reports } = await openShop(
      { api: shirtApi() },
      `if (request.address === '/shirts/bad') for (;;); ${answering}`,
    );
    await readRendered('/shirts/linen');
    // No pause ends: it is measured with this clock.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    expect((await read('/shirts/bad')).seed).toBeUndefined();
    let count = 0;
    for (const path of ['/shirts/', '/shirts?size=']) {
      await vi.waitFor(
        async () => {
          count += 1;
          expect((await read(`${path}${count}`)).seed).toBeDefined();
        },
        { timeout: 15_000, interval: 200 },
      );
    }
    expect((await read('/shirts/bad')).seed).toBeUndefined();
    expect(reports.join()).toContain('/shirts/bad: took longer than');
  });

  test('the data of a shopper is not rendered: a page behind the login is that of its build', async () => {
    const { get, read, readRendered } = await openShop({ api: shirtApi() });
    await readRendered('/shirts');
    // Nor is it in place: a visitor without a session gets the login there.
    expect(await read('/cart')).toMatchObject({ content: undefined, seed: undefined });
    expect(await (await get('/cart')).text()).toContain('<h1>My Cart</h1></template>');
  });

  test('no one can fetch the code that renders', async () => {
    const { get } = await openShop({ api: shirtApi() });
    expect((await get('/remotes/mfe-shirts/1.0.0/.renderer.cjs')).status).toBe(404);
  });

  test.each([
    ['the API fails', { api: async () => new Response('', { status: 503 }) }],
    ['the API is late', { api: () => new Promise<Response>(() => undefined) }],
    ['there is nothing to ask', { defaultConfig: {} }],
  ])('if %s, a page is that of its build', async (_when, options) => {
    const { read, get } = await openShop({ report: () => undefined, ...options });
    expect(await read('/shirts')).toMatchObject({
      content: '<h1>Our shirts</h1>',
      seed: undefined,
    });
    expect((await get('/shirts')).status).toBe(200);
  });

  test('the pages of a shop on its mock have the products of the sample', async () => {
    const { readRendered } = await openShop({
      defaultConfig: {},
      api: shirtApi({ name: 'Of an API' }),
      sample: shirtApi(),
    });
    expect((await readRendered('/shirts/linen')).content).toBe('<h1>Linen Shirt</h1>');
  });

  test('a page that was not rendered preloads its call, from the address that it uses itself', async () => {
    const api = await listenAsApi(() => ({ shirt: { name: 'Linen Shirt' } }));
    const { read, release } = await openShop({}, 'return undefined');
    await writeFiles(release, { 'config.json': JSON.stringify({ apiBaseUrl: `${api}/` }) });
    expect((await read('/shirts/a%26b%20%22c')).preload).toBe(`${api}/api/shirts/a%26b%20%22c`);
  });
});

describe('old addresses', () => {
  /** Serves a shop whose products were at /productlist before. */
  async function openShop() {
    const { piece, release } = await openPiece('mfe-catalog', buildRemote);
    const shell = path.join(path.dirname(piece), 'shell');
    await buildShell(shell);
    const product = { page: 'product', path: '/items/:id', access: 'open', module: './Home' };
    const routes = [
      { ...product, from: ['/productlist/:id'] },
      { page: 'offers', path: '/productlist/offers', access: 'open', module: './Home' },
    ];
    const declaration = { id: 'mfe-catalog', team: 'Catalogue', developmentPort: 3001, routes };
    await writeFiles(piece, { 'remote.json': JSON.stringify(declaration) });
    await publishPiece(piece, contextOf(release));
    await publishPiece(shell, contextOf(release));
    const server = await serve({ release, port: 0, report: () => undefined });
    onTestFinished(() => server.stop());
    return (address: string) =>
      fetch(server.url + address, { redirect: 'manual', headers: { accept: 'text/html' } });
  }

  test('an old address is redirected permanently, with its parameters and its query', async () => {
    const get = await openShop();
    const response = await get('/productlist/linen%20shirt?size=M&size=L');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/items/linen%20shirt?size=M&size=L');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/productlist/shirt.v2')).headers.get('location')).toBe('/items/shirt.v2');
  });

  test('neither the address of a present page nor any other one is redirected', async () => {
    const get = await openShop();
    expect((await get('/productlist/offers')).status).toBe(200);
    expect((await get('/items/linen-shirt')).status).toBe(200);
    expect((await get('/productlist')).status).toBe(404);
  });
});

describe('Markdown of a page', () => {
  const accept = (url: string, accept: string, method = 'GET') =>
    fetch(url, { method, headers: { accept } });

  test('is sent to whoever asks for it, with an answer that no cache gives to others', async () => {
    const { url } = await openShirtShop({ api: shirtApi() });
    const markdown = await accept(`${url}/shirts/linen`, 'text/markdown');
    expect(markdown.status).toBe(200);
    expect(Object.fromEntries(markdown.headers)).toMatchObject({
      ...{ 'content-type': 'text/markdown;charset=utf-8', vary: 'Accept, Accept-Encoding' },
      'cache-control': 'private, no-cache',
    });
    expect(await markdown.text()).toMatch(/^# .+\n\n/);
    const head = await accept(`${url}/shirts/linen`, 'text/markdown', 'HEAD');
    expect(head.headers.get('content-length')).toMatch(/^\d+$/);
    const html = await accept(`${url}/shirts/linen`, 'text/html, */*');
    expect(html.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(html.headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(html.headers.get('etag')).not.toBe(markdown.headers.get('etag'));
    const anything = await accept(`${url}/shirts/linen`, '*/*');
    expect(anything.headers.get('content-type')).toBe('text/html;charset=utf-8');
  });

  test('is 404 where the API has nothing', async () => {
    const api = async () => Response.json({ errors: ['Unknown'] }, { status: 404 });
    const { url } = await openShirtShop({ api });
    const missing = await accept(`${url}/shirts/silk`, 'text/markdown');
    expect([missing.status, await missing.text()]).toEqual([
      404,
      '# Page not found\n\nLoom \\& Co has nothing at this address.\n',
    ]);
  });

  test.each(['/shirts', '/', '/cart'])('%s is sent as HTML, which alone says all', async (path) => {
    const { url } = await openShirtShop({ api: shirtApi() });
    const page = await accept(url + path, 'text/markdown');
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(page.headers.get('vary')).toBe('Accept-Encoding');
  });

  test('is HTML while the API does not answer, or if there is none', async () => {
    const broken = await openShirtShop({ api: () => Promise.reject(new Error('down')) });
    const none = await openShirtShop({ defaultConfig: {} });
    for (const { url } of [broken, none]) {
      const page = await accept(`${url}/shirts/linen`, 'text/markdown');
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        'text/html;charset=utf-8',
      ]);
    }
  });
});

test('without an origin there is no llms.txt', async () => {
  const { url } = await openShirtShop({ origin: undefined });
  expect((await fetch(`${url}/llms.txt`)).status).toBe(404);
});

describe('a shop in Hindi', () => {
  const pages = { './Shirts': '<a href="page:shirt?shirtId=linen">Linen</a>' };
  const hindi = { './Shirts': '<a href="page:shirt?shirtId=linen">लिनन</a>' };

  /** Returns the links to a page in other languages. */
  const alternatesIn = (html: string) =>
    [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
      ([, language, address]) => `${language} ${address}`,
    );

  const alternates = [
    'en https://shop.example/shirts',
    'hi https://shop.example/hi/shirts',
    'x-default https://shop.example/shirts',
  ];

  test('has documents below /hi, in the language and with links into it', async () => {
    const { get } = await openShirtShop({}, pages, hindi);
    const html = await (await get('/hi/shirts')).text();
    expect(html).toContain('<html lang="hi">');
    expect(html).toContain('lang="hi"><a href="/hi/shirts/linen">लिनन</a>');
    expect(html).toContain('"entry":"/remotes/mfe-shirts/1.0.0/hi/remoteEntry.js"');
    expect(alternatesIn(html)).toEqual(alternates);
    expect(readHead(html)).toMatchObject({
      title: 'हमारी कमीज़ें · Loom &amp; Co',
      description: 'Shirts of linen.',
      canonical: 'https://shop.example/hi/shirts',
    });
  });

  test('has its English documents as before, but for the links to the others', async () => {
    const { get } = await openShirtShop({}, pages, hindi);
    const html = await (await get('/shirts')).text();
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('><a href="/shirts/linen">Linen</a>');
    expect(html).not.toContain('/hi/remoteEntry.js');
    expect(alternatesIn(html)).toEqual(alternates);
    expect(readHead(html).canonical).toBe('https://shop.example/shirts');
  });

  test('answers unknown paths with 404 in the language, and lists its addresses for crawlers', async () => {
    const { get } = await openShirtShop({}, pages, hindi);
    const missing = await get('/hi/nowhere');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('<html lang="hi">');
    expect((await get('/history')).status).toBe(404);
    const sitemap = await (await get('/sitemap.xml')).text();
    expect(sitemap).toContain('<loc>https://shop.example/hi/shirts</loc>');
    expect(sitemap).toContain('<loc>https://shop.example/shirts</loc>');
  });

  test('sends the live registry of each language', async () => {
    const { get } = await openShirtShop({}, pages, hindi);
    const [remote] = (await (await get('/hi/registry.json')).json()).remotes;
    expect(remote.stable.routes[0].path).toBe('/hi');
    const [english] = (await (await get('/registry.json')).json()).remotes;
    expect(english.stable.routes[0].path).toBe('/');
  });

  test('without one, /hi is no page', async () => {
    const { get } = await openShirtShop({}, pages);
    expect((await get('/hi/shirts')).status).toBe(404);
    expect(alternatesIn(await (await get('/shirts')).text())).toEqual([]);
  });
});
