import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing/release.ts';
import { integrityOf } from '../integrity.ts';
import { sheetsOfModule } from './sheets.ts';

const folder = 'remotes/mfe-gifts/1.0.0';

/**
 * Reads a module's only sheet in a release that also has two pictures. `written` is what the file has instead; null for
 * no file.
 */
async function read(css: string, written: string | null = css) {
  const release = await temporaryFolder();
  const file = 'static/css/async/home.css';
  await writeFiles(release, {
    [`${folder}/static/image/dot.png`]: '',
    [`${folder}/static/css/async/beside.svg`]: '',
    ...(written !== null && { [`${folder}/${file}`]: written }),
  });
  const remote = {
    ...{ id: 'mfe-gifts', team: 'Gifts', version: '1.0.0', entry: `/${folder}/remoteEntry.js` },
    ...{ routes: [], fragments: {}, shared: {} },
    files: { './Home': ['home.js', file] },
    integrity: { [file]: integrityOf(Buffer.from(css)) },
  };
  return sheetsOfModule(release, remote, './Home');
}

test('a module’s style sheets come with their addresses', async () => {
  expect(await read('h1{color:red}')).toEqual([
    { address: `/${folder}/static/css/async/home.css`, text: 'h1{color:red}' },
  ]);
});

const picture = `/${folder}/static/image/dot.png`;

test.each([
  ['url(../../image/dot.png)', `url(${picture})`],
  ['url("../../image/dot.png")', `url("${picture}")`],
  ["url('beside.svg#part')", `url('/${folder}/static/css/async/beside.svg#part')`],
  [
    'image-set("../../image/dot.png" 1x,"beside.svg?v=2" 2x)',
    `image-set("${picture}" 1x,"/${folder}/static/css/async/beside.svg?v=2" 2x)`,
  ],
])('an address that is relative to the file leads there from every page: %s', async (css, text) => {
  const [sheet] = (await read(`a{background:${css}}`)) ?? [];
  expect(sheet?.text).toBe(`a{background:${text}}`);
});

test.each([
  'a{background:url(/images/dot.png)}',
  'a{background:url(https://cdn.example/dot.png)}',
  `a{background:url(data:image/png;base64,${'A'.repeat(5000)})}`,
  'a{fill:url(#gradient)}',
  'a::before{content:"../../image";quotes:"«" "»"}',
  '@import url(https://fonts.example/a.css);',
])('other text stays: %s', async (css) => {
  const [sheet] = (await read(css)) ?? [];
  expect(sheet?.text).toBe(css);
});

test('no text in a sheet ends the element that holds it', async () => {
  const [sheet] = (await read('a::before{content:"</style><script>"}')) ?? [];
  expect(sheet?.text).toBe('a::before{content:"<\\/style><script>"}');
});

test.each([
  ['is missing', null],
  ['has been changed', 'body{display:none}'],
])('there are none if a file %s', async (_, written) => {
  expect(await read('h1{}', written)).toBeUndefined();
});
