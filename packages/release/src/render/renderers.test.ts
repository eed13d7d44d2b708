import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageSurroundings } from '@patchwork/federation';
import { expect, onTestFinished, test, vi } from 'vitest';
import { integrityOf } from '../folder/integrity.ts';
import { temporaryFolder } from '../testing.ts';
import { createRenderers } from './renderers.ts';

const surroundings: PageSurroundings = { remotes: [], configuration: {} };
const noApi = async (_path: string) => new Response('', { status: 503 });

/** Starts a version whose renderer has this body: `request`, `surroundings` and `fetch` are its parameters. */
async function openVersion(body: string, api = noApi) {
  const file = path.join(await temporaryFolder(), 'renderer.cjs');
  const code = `module.exports.render = async (request, surroundings, fetch) => {${body}};`;
  await writeFile(file, code);
  const reports: string[] = [];
  const renderers = createRenderers((message) => reports.push(message.replace(file, 'renderer')));
  onTestFinished(renderers.stop);
  renderers.follow([{ file, integrity: integrityOf(Buffer.from(code)) }]);
  const render = (address = '/') =>
    renderers.render(file, {
      request: { module: './Home', path: '/', address },
      ...{ surroundings, api },
    });
  /** Renders the page once the version's code is loaded. */
  async function whenLoaded() {
    // Wrapped in a list: waitUntil would await the promise, and keep waiting if its page is undefined.
    const [page] = await vi.waitUntil(
      () => {
        const rendered = render();
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
    'a module by import()',
    "import('node:net').catch((error) => error.code)",
    'ERR_VM_DYNAMIC_IMPORT',
  ],
])('the code of a version does not reach %s', async (_what, expression, found) => {
  const { whenLoaded } = await openVersion(probe(expression));
  expect((await whenLoaded())?.html).toContain(found);
});

test.each([
  ['throws', "throw new Error('no shirts')", 'no shirts'],
  ['reads window', 'return window.innerWidth', 'window is not defined'],
  ['ends the process', 'process.exit(0)', 'process.exit is not a function'],
])(
  'a version that %s is paused after three pages, and reported once',
  async (_what, body, reason) => {
    const { whenLoaded, render, reports } = await openVersion(`${body};`);
    await whenLoaded();
    await render();
    await render();
    expect(render()).toBeUndefined();
    expect(reports).toEqual([
      `renderer: /: ${reason}. For a while its pages are sent without data, as they were built`,
    ]);
  },
);

test.each([
  ['does not return', 'for (;;);', /longer than 2000 ms/],
  ['never answers', 'await new Promise(() => undefined);', /longer than 2000 ms/],
  [
    'fills its memory',
    'const all = []; for (;;) all.push(new Array(1e6).fill(1));',
    /process ended|longer than/,
  ],
])('the process of a version that %s is ended', async (_what, body, reason) => {
  const { whenLoaded, render, reports } = await openVersion(body);
  expect(await whenLoaded()).toBeUndefined();
  expect(render()).toBeUndefined();
  expect(reports.join()).toMatch(reason);
});

test('a version that failed is tried again after a pause', async () => {
  const { whenLoaded, render, reports } = await openVersion(
    "if (request.address === '/bad') for (;;); return { html: 'good', seed: '{}' };",
  );
  await whenLoaded();
  const before = Date.now();
  await render('/bad');
  expect(render()).toBeUndefined();
  vi.spyOn(Date, 'now').mockReturnValue(before + 10_000);
  expect(await whenLoaded()).toEqual({ html: 'good', seed: '{}' });
  expect(reports).toHaveLength(1);
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
