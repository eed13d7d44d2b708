import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/release.ts';
import { renderingFaults } from './rendering.ts';

/** Returns the fault of a page that is rendered by this code, if any. */
async function faultOf(body: string) {
  const file = path.join(await temporaryFolder(), 'renderer.cjs');
  await writeFile(file, `module.exports.render = async (request, shop, fetch) => {${body}};`);
  const faults = await renderingFaults(file, {
    requests: [{ module: './Home', path: '/', address: '/' }],
    surroundings: { remotes: [], configuration: {} },
    api: async () => Response.json({ name: 'Linen' }),
  });
  return faults.get('/');
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
