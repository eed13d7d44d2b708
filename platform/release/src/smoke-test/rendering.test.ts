import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageRequest } from '@patchwork/host';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/release.ts';
import { fragmentRequests, renderingFaults } from './rendering.ts';

const rendering = {
  surroundings: { remotes: [], configuration: {} },
  api: async () => Response.json({ name: 'Linen' }),
};

/** Writes code that renders with this body. */
async function rendererOf(body: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'renderer.cjs');
  await writeFile(file, `module.exports.render = async (request, shop, fetch) => {${body}};`);
  return file;
}

const page = { module: './Home', path: '/', address: '/' };
const place = { remote: 'mfe-offers', slot: 'below', props: '{}' };
const fragment = { ...page, module: './Offers', fragment: { ...place, seed: '{}' } };

/** Returns the fault of a page that is rendered by this code, if any. */
async function faultOf(body: string, request: PageRequest = page) {
  const faults = await renderingFaults(await rendererOf(body), [request], rendering);
  return faults.get(request === page ? 'page /' : 'fragment ./Offers in the slot “below” of /');
}

const html = (text: string) => `return { html: ${text}, seed: '{}' };`;

test.each([
  [
    'with the sample’s data',
    `const { name } = await (await fetch('/api/shirt')).json(); ${html('name')}`,
  ],
  ['that has the ids it refers to', html('\'<h2 id="a">A</h2><p aria-labelledby="a">B</p>\'')],
  ['whose data the sample lacks', 'return undefined;'],
])('a page %s is accepted', async (_which, body) => {
  expect(await faultOf(body)).toBeUndefined();
});

const count = 'globalThis.count = (globalThis.count ?? 0) + 1;';

test.each([
  ['differs after many emoji', "'👕'.repeat(30) + '<p>' + count", `“${'👕'.repeat(17)}<p>2”`],
  ['is longer the second time', "'a'.repeat(100) + 'b'.repeat(count)", `“${'a'.repeat(19)}bb”`],
])('the excerpt of a page that %s shows the difference', async (_how, text, excerpt) => {
  expect(await faultOf(count + html(text))).toContain(excerpt);
});

test.each([
  ['throws', "throw new Error('no shirt');", 'can’t be rendered on a server: no shirt'],
  ['does not return', 'for (;;);', 'can’t be rendered on a server: took longer than 2000 ms'],
  ['can’t be loaded', '}', 'can’t be rendered on a server: Unexpected token'],
  ['shows the time', html('String(performance.now())'), 'is rendered differently each time'],
  [
    'refers to an id that it lacks',
    html('\'<p aria-describedby="_R_1_">A</p>\''),
    'refers to an id that is not in its HTML: “_R_1_”',
  ],
])('a page that %s is refused', async (_which, body, fault) => {
  expect(await faultOf(body)).toContain(fault);
});

test.each([
  ['throws', "throw new Error('no shirt');", 'can’t be rendered on a server: no shirt'],
  ['does not return', 'for (;;);', 'can’t be rendered on a server: took longer than 2000 ms'],
  ['shows the time', html('String(performance.now())'), 'is rendered differently each time'],
  ['has an id of useId', html('\'<h2 id="_R_1_">A</h2>\''), 'has the id “_R_1_” of useId'],
  ['has styles of its own', html("'<style>p{}</style>'"), 'has a <style> element'],
])('a fragment that %s is refused', async (_what, body, fault) => {
  expect(await faultOf(body, fragment)).toContain(fault);
});

test('a fragment gets its props and its page’s data', async () => {
  const body = html('JSON.stringify([request.fragment, performance.now()])');
  expect(await faultOf(body, fragment)).toContain('is rendered differently each time');
  const same = html(
    "request.fragment.props + request.fragment.seed === '{}{}' ? 'a' : ' id=\"_R_1_\"'",
  );
  expect(await faultOf(same, fragment)).toBeUndefined();
});

test('a fragment in a page of the same code is checked with the props that the page gives it', async () => {
  const holes = JSON.stringify([{ ...place, props: '{"size":1}', start: 0, end: 0 }]);
  const file = await rendererOf(`
    if (request.fragment) return { html: '<p id="_R_1_">' + request.fragment.props, seed: '{}' };
    return { html: '<p>', seed: '{}', holes: ${holes} };`);
  const given: unknown[] = [];
  const faults = await renderingFaults(file, [page], rendering, (hole) => {
    given.push(hole);
    return './Offers';
  });
  expect(given).toEqual([{ ...place, props: '{"size":1}' }]);
  expect([...faults]).toEqual([
    ['fragment ./Offers in the slot “below” of /', expect.stringContaining('_R_1_')],
  ]);
});

test('a page is asked for the fragments in it, and one that fails has none', async () => {
  const holes = JSON.stringify([
    { ...place, start: 0, end: 0 },
    { ...place, remote: 'mfe-other', start: 0, end: 0 },
  ]);
  const file = await rendererOf(`
    if (request.address === '/broken') throw new Error('no shirt');
    return { html: '', seed: '{"a":1}', holes: ${holes} };`);
  const requests = [{ ...page, address: '/broken' }, page];
  const moduleOf = ({ remote }: { remote: string }) =>
    remote === 'mfe-offers' ? './Offers' : undefined;
  expect(await fragmentRequests(file, requests, rendering, moduleOf)).toEqual([
    { ...fragment, fragment: { ...place, seed: '{"a":1}' } },
  ]);
});
