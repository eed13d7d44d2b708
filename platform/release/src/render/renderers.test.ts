import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageSurroundings } from '@patchwork/host';
import { expect, onTestFinished, test, vi } from 'vitest';
import { integrityOf } from '../release-folder/integrity.ts';
import { temporaryFolder } from '../testing/release.ts';
import { createRenderers } from './renderers.ts';

const surroundings: PageSurroundings = { remotes: [], configuration: {} };
const noApi = async (_path: string) => new Response('', { status: 503 });

/**
 * Starts a version whose renderer has this body: `request`, `surroundings` and `fetch` are its parameters. `loading` runs
 * when its code is loaded.
 */
async function openVersion(body: string, api = noApi, loading = '') {
  const file = path.join(await temporaryFolder(), 'renderer.cjs');
  const code = `${loading} module.exports.render = async (request, surroundings, fetch) => {${body}};`;
  await writeFile(file, code);
  const reports: string[] = [];
  const renderers = createRenderers((message) => reports.push(message.replace(file, 'renderer')));
  onTestFinished(renderers.stop);
  renderers.follow([{ file, integrity: integrityOf(Buffer.from(code)) }]);
  const render = (address = '/', module = './Home') =>
    renderers.render(file, { request: { module, path: '/', address }, ...{ surroundings, api } });
  /** Renders the page once the version's code is loaded. */
  async function whenLoaded(address = '/', module = './Home') {
    // Wrapped in a list: waitUntil would await the promise, and keep waiting if its page is undefined.
    const [page] = await vi.waitUntil(
      () => {
        const rendered = render(address, module);
        return rendered && [rendered];
      },
      { timeout: 20_000, interval: 20 },
    );
    return page;
  }
  return { render, whenLoaded, reports, renderers, file };
}

test('a page is rendered with the API’s answers to its calls', async () => {
  const api = async (call: string) => Response.json({ call }, { status: 200 });
  const body = `
    const { call } = await (await fetch('/api/shirts')).json();
    return { html: request.address + call, seed: '{}' };`;
  const { whenLoaded, render } = await openVersion(body, api);
  await whenLoaded();
  expect(await render('/shirts')).toEqual({ html: '/shirts/api/shirts', seed: '{}' });
});

test('no page is rendered until its code is loaded, or if the API lacks what it shows', async () => {
  const { render, whenLoaded, reports } = await openVersion('return undefined;');
  expect(render()).toBeUndefined();
  expect(await whenLoaded()).toBeUndefined();
  for (let count = 0; count < 5; count += 1) expect(await render()).toBeUndefined();
  expect(reports).toEqual([]);
});

test('a version whose code takes seconds to load, as on a busy machine, is waited for', async () => {
  const { whenLoaded, reports } = await openVersion(
    "return { html: 'good', seed: '{}' };",
    noApi,
    'for (const end = performance.now() + 2500; performance.now() < end; );',
  );
  expect(await whenLoaded()).toEqual({ html: 'good', seed: '{}' });
  expect(reports).toEqual([]);
});

const probe = (expression: string) =>
  `let found; try { found = ${expression}; } catch (error) { found = 'no: ' + error.message; }
   return { html: String(await found), seed: '{}' };`;

test.each([
  ['a file', "require('fs').readFileSync('/etc/passwd')", 'can’t use fs'],
  [
    'another process',
    "require('node:child_process').execSync('id')",
    'can’t use node:child_process',
  ],
  ['the network', "require('net').connect(80, 'example.com')", 'can’t use net'],
  ['a thread', "require('worker_threads')", 'can’t use worker_threads'],
  ['code that it generates', "Function('return 1')()", 'Code generation from strings disallowed'],
  ['the global fetch', 'globalThis.fetch', 'undefined'],
  ['the process', 'process.binding', 'undefined'],
  ['process.getBuiltinModule', 'process.getBuiltinModule', 'undefined'],
  ['the environment', 'JSON.stringify(process.env)', '{"NODE_ENV":"production"}'],
  [
    'Node’s modules as globals',
    '[typeof net, typeof fs, typeof child_process]',
    'undefined,undefined,undefined',
  ],
  [
    'the HTTP client behind fetch',
    `(() => {
    const named = (symbol) => symbol.description.startsWith('undici.') && globalThis[symbol];
    return Object.getOwnPropertySymbols(globalThis).some(named);
  })()`,
    'false',
  ],
  [
    'more of Node’s own process than its description',
    `new Promise((resolve) => {
    const { EventEmitter } = require('node:events');
    EventEmitter.prototype.emit = function () {
      const members = Object.getOwnPropertyDescriptors(this);
      const useful = ['kill', 'binding', 'getBuiltinModule', 'mainModule', 'stdin', 'execve', 'dlopen', 'send', '_debugProcess'];
      resolve([this[Symbol.toStringTag], ...useful.filter((name) => name in this)]);
    };
    void Promise.reject();
  })`,
    'process',
  ],
  [
    'a module by import()',
    "import('node:net').catch((error) => error.code)",
    'ERR_VM_DYNAMIC_IMPORT',
  ],
])('the code of a version does not reach %s', async (_what, expression, found) => {
  const { whenLoaded } = await openVersion(probe(expression));
  const html = (await whenLoaded())?.html;
  expect(html).toContain(found);
});

test.each([
  ['throws', "throw new Error('no shirts')", 'no shirts'],
  ['reads window', 'return window.innerWidth', 'window is not defined'],
  ['ends the process', 'process.exit(0)', 'process.exit is not a function'],
  ['never answers', 'await new Promise(() => undefined)', 'took longer than 3000 ms'],
  ['returns no page', 'return { html: 1 }', 'its renderer returned no page'],
  ['returns a circle', 'const page = {}; return Object.assign(page, { page })', 'circular'],
])('a page that %s is reported once, and all others are rendered', async (_what, body, reason) => {
  const { render, whenLoaded, reports } = await openVersion(
    `if (request.address === '/good') return { html: 'good', seed: '{}' }; ${body};`,
  );
  await whenLoaded('/good');
  const bad = ['/bad', '/bad', '/worse'].map((address) => render(address));
  expect(await render('/good')).toEqual({ html: 'good', seed: '{}' });
  expect(await Promise.all(bad)).toEqual([undefined, undefined, undefined]);
  expect(await render('/good')).toEqual({ html: 'good', seed: '{}' });
  expect(reports).toHaveLength(1);
  expect(reports.join()).toContain('renderer: /bad: ');
  expect(reports.join()).toContain(reason);
});

const blocking = [
  ['does not return', 'for (;;);', /took longer than 2000 ms/],
  ['does not return after a call', "await fetch('/api/x'); for (;;);", /took longer than 2000 ms/],
  [
    'fills its memory',
    'const all = []; for (;;) all.push(new Array(1e6).fill(1));',
    /ended its process|took longer than 2000 ms/,
  ],
  ['calls without end', "for (;;) void fetch('/api/x').catch(() => 0);", /sent what no page sends/],
] as const;

test.each(blocking)(
  'a page that %s loses its own data, and no other page does for long',
  async (_what, body, reason) => {
    const { render, whenLoaded, reports } = await openVersion(
      `if (request.address === '/good') return { html: 'good', seed: '{}' }; ${body}`,
    );
    const other = await openVersion("return { html: 'other', seed: '{}' };");
    await Promise.all([whenLoaded('/good'), other.whenLoaded()]);
    const bad = render('/bad');
    expect(await other.render()).toEqual({ html: 'other', seed: '{}' });
    expect(await bad).toBeUndefined();
    expect(render('/bad')).toBeUndefined();
    expect(await whenLoaded('/good')).toEqual({ html: 'good', seed: '{}' });
    expect(render('/bad')).toBeUndefined();
    expect(reports.join()).toMatch(/^renderer: \/bad: /);
    expect(reports.join()).toMatch(reason);
  },
);

test('a fragment that does not return is named, and pages of its remote are rendered again', async () => {
  const { render, whenLoaded, reports, renderers, file } = await openVersion(
    "if (request.fragment) for (;;); return { html: 'good', seed: '{}' };",
  );
  await whenLoaded();
  const place = { remote: 'mfe-shirts', slot: 'below', props: '{}', seed: '{}' };
  const request = { module: './Below', path: '/', address: '/', fragment: place };
  expect(await renderers.render(file, { request, surroundings, api: noApi })).toBeUndefined();
  expect(await whenLoaded('/2')).toEqual({ html: 'good', seed: '{}' });
  expect(await render()).toEqual({ html: 'good', seed: '{}' });
  expect(reports).toEqual([
    'renderer: /: the fragment ./Below in “below”: took longer than 2000 ms. The page is sent without it',
  ]);
});

test('a module with several pages that end the process is paused, and no other module is', async () => {
  const { render, whenLoaded, reports } = await openVersion(
    "if (request.module === './Bad') for (;;) void fetch('/').catch(() => 0); return { html: 'good', seed: '{}' };",
  );
  await whenLoaded();
  expect(await render('/1', './Bad')).toBeUndefined();
  // The first page is an accident, the second is not.
  await whenLoaded('/2', './Bad');
  expect(render('/3', './Bad')).toBeUndefined();
  expect(await whenLoaded()).toEqual({ html: 'good', seed: '{}' });
  expect(render('/3', './Bad')).toBeUndefined();
  expect(reports).toHaveLength(1);
});

test('pages that wait for a slow API keep only their own module waiting', async () => {
  const api = () => new Promise<Response>(() => undefined);
  const { render, whenLoaded } = await openVersion(
    "if (request.module === './List') await fetch('/api'); return { html: 'good', seed: '{}' };",
    api,
  );
  await whenLoaded();
  const lists = Array.from({ length: 12 }, (_, index) => render(`/${index}`, './List'));
  expect(lists.filter(Boolean)).toHaveLength(8);
  for (let count = 0; count < 20; count += 1)
    expect(await render()).toEqual({ html: 'good', seed: '{}' });
  await Promise.all(lists);
  expect(render('/12', './List')).toBeInstanceOf(Promise);
});

test('a page that ended its process is tried again after a pause', async () => {
  const { render, whenLoaded, reports } = await openVersion(
    "if (request.address === '/bad') for (;;); return { html: 'good', seed: '{}' };",
  );
  await whenLoaded();
  const before = Date.now();
  await render('/bad');
  expect(render('/bad')).toBeUndefined();
  vi.spyOn(Date, 'now').mockReturnValue(before + 10_000);
  await whenLoaded();
  expect(render('/bad')).toBeInstanceOf(Promise);
  expect(reports).toHaveLength(1);
});

test('a page may use the modules of Node that React needs', async () => {
  const { whenLoaded } = await openVersion(`
    const modules = ['assert', 'async_hooks', 'buffer', 'crypto', 'events', 'querystring', 'stream', 'string_decoder',
      'timers', 'url', 'util'].map((name) => require('node:' + name));
    const { html } = await (await fetch('/')).json().catch(() => ({ html: 'no answer' }));
    const hash = modules[3].createHash('sha256').update(html).digest('hex');
    return { html: modules.length + hash.slice(0, 8) + modules[10].format('%s', html), seed: '{}' };`);
  expect((await whenLoaded())?.html).toMatch(/^11[\da-f]{8}no answer$/);
});

test('errors after a page was rendered do not end its process', async () => {
  const { whenLoaded, render } = await openVersion(
    "setTimeout(() => { throw new Error('late'); }, 1); void Promise.reject(new Error('forgotten')); return { html: 'good', seed: '{}' };",
  );
  await whenLoaded();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await render()).toEqual({ html: 'good', seed: '{}' });
});

test('a file that differs from the published one is not run', async () => {
  const file = path.join(await temporaryFolder(), 'renderer.cjs');
  await writeFile(file, 'module.exports.render = async () => ({});');
  const report = vi.fn();
  const renderers = createRenderers(report);
  onTestFinished(renderers.stop);
  renderers.follow([{ file, integrity: integrityOf(Buffer.from('published')) }]);
  expect(report.mock.calls.join()).toContain('has changed since it was published');
});

test('versions that are no longer live have no process', async () => {
  const { whenLoaded, render, renderers } = await openVersion("return { html: '', seed: '{}' };");
  await whenLoaded();
  renderers.follow([]);
  expect(render()).toBeUndefined();
});

test('a version that stops being live while its pages are rendered is not reported', async () => {
  const { whenLoaded, render, renderers, reports } = await openVersion(
    "if (request.address === '/slow') await new Promise(() => undefined); return undefined;",
  );
  await whenLoaded();
  const pages = [1, 2, 3].map(() => render('/slow'));
  renderers.follow([]);
  expect(await Promise.all(pages)).toEqual([undefined, undefined, undefined]);
  expect(reports).toEqual([]);
});
