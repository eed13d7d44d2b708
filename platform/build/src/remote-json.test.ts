import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readDeclaration, readRemoteJson } from './remote-json.ts';

async function remoteFolder(declaration: object, files: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mfe-gifts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'src/exposes'), { recursive: true });
  for (const file of files) await writeFile(path.join(folder, 'src/exposes', file), '');
  const common = { id: 'mfe-gifts', team: 'Gifts', developmentPort: 3005, routes: [] };
  await writeFile(path.join(folder, 'remote.json'), JSON.stringify({ ...common, ...declaration }));
  return folder;
}

const route = { page: 'gifts', path: '/gifts', access: 'open', module: './Gifts' };

test('a remote exposes the components in src/exposes, and nothing else there', async () => {
  const files = ['Ribbon.tsx', 'Gifts.tsx', 'Gifts.test.tsx', 'notes.md'];
  const folder = await remoteFolder({ routes: [route] }, files);
  expect(readRemoteJson(folder).exposes).toEqual({
    './Gifts': './src/exposes/Gifts.tsx',
    './Ribbon': './src/exposes/Ribbon.tsx',
  });
});

test.each([{ routes: [route] }, { fragments: { bar: { module: './Gifts' } } }])(
  'a declared module without a file is an error: %j',
  async (declaration) => {
    const folder = await remoteFolder(declaration, []);
    expect(() => readRemoteJson(folder)).toThrow(
      /remote\.json names \.\/Gifts, but src\/exposes\/Gifts\.tsx is missing$/,
    );
  },
);

test('an error names the invalid field', async () => {
  const folder = await remoteFolder({ routes: [{ ...route, access: 'admin' }] }, ['Gifts.tsx']);
  expect(() => readRemoteJson(folder)).toThrow(/remote\.json: routes\.0\.access: /);
});

test.each(['history', 'fetch', 'location', 'name', 'class', 'chunk-mfe-gifts'])(
  'the id “%s”, whose container would replace a global, is refused',
  async (id) => {
    const folder = await remoteFolder({ id });
    expect(() => readRemoteJson(folder)).toThrow(
      /remote\.json: id: (?:“\w+” is one word, .+: write two or more, as in mfe-|an id may not begin with chunk-)/,
    );
  },
);

test.each([
  [{ budget: { gifts: 900 } }, 'budget'],
  [{ routes: [{ ...route, prerendr: true }] }, 'routes.0.prerendr'],
  [{ fragments: { bar: { module: './Gifts', heigth: '2rem' } } }, 'fragments.bar.heigth'],
])('a misspelt field is an error: %j', async (declaration, field) => {
  const folder = await remoteFolder(declaration, ['Gifts.tsx']);
  expect(() => readRemoteJson(folder)).toThrow(`remote.json: ${field}: there is no such field`);
});

test('a remote may name its repository', async () => {
  const repository = 'https://git.example/gifts/mfe-gifts';
  expect(readRemoteJson(await remoteFolder({ repository })).repository).toBe(repository);
});

test.each([
  'http://git.example/gifts',
  'git@git.example:gifts.git',
  'https://someone:secret@git.example/gifts',
  'javascript:alert(1)',
])('“%s” is no repository’s address', async (repository) => {
  const folder = await remoteFolder({ repository });
  expect(() => readRemoteJson(folder)).toThrow(
    `remote.json: repository: “${repository}” is not the address of a web page: write "https://`,
  );
});

test('a repository’s address has a maximum length', async () => {
  const folder = await remoteFolder({ repository: `https://git.example/${'a'.repeat(200)}` });
  expect(() => readRemoteJson(folder)).toThrow(
    'repository: a repository’s address has at most 200',
  );
});

test.each([
  [undefined, true],
  ['open', true],
  ['login', false],
  ['visitor', false],
])('a fragment with the access %s may be prerendered: %s', async (access, isAccepted) => {
  const bar = { module: './Gifts', prerender: true, access };
  const folder = await remoteFolder({ fragments: { bar } }, ['Gifts.tsx']);
  const read = () => readRemoteJson(folder).fragments.bar?.prerender;
  if (isAccepted) expect(read()).toBe(true);
  else expect(read).toThrow(/remote\.json: fragments\.bar: "prerender" .* access "open"$/);
});

const gift = { ...route, path: '/gifts/:giftId' };

test('the metadata of a page is read', async () => {
  const head = {
    title: '{gift.name}',
    data: '/api/gifts/:giftId',
    jsonLd: { '@type': 'Product', offers: [{ price: '{gift.price}', url: '{page.url}' }] },
    sitemap: { data: '/api/gifts', list: 'gifts', parameters: { giftId: '_id' } },
  };
  const folder = await remoteFolder({ routes: [{ ...gift, head }] }, ['Gifts.tsx']);
  expect(readRemoteJson(folder).routes[0]?.head).toEqual({ ...head, type: 'website', index: true });
});

const placeholder = 'a placeholder is written {product.title} or {product.in_stock ? ';

test.each([
  ['a misspelt field', gift, { titel: 'Gifts' }, 'head.titel: there is no such field'],
  ['half a placeholder', gift, { title: '{gift.name' }, `head.title: ${placeholder}`],
  ['{} in its JSON-LD', gift, { jsonLd: { a: ['{}'] } }, `head.jsonLd: ${placeholder}`],
  ['no data', gift, { title: '{gift.name}' }, '{gift.name} needs head.data, the call that has it'],
  ['an unknown value of the page', gift, { title: '{page.title}' }, '{page.title} is not one of'],
  ['an address for data', gift, { data: 'https://api.example/' }, 'head.data: a call of the API'],
  [
    'a parameter that the path lacks',
    gift,
    { data: '/api/gifts/:id' },
    'head.data names :id, which /gifts/:giftId has not',
  ],
  [
    'a sitemap without the parameter',
    gift,
    { sitemap: { data: '/api/gifts', list: 'gifts', parameters: {} } },
    'head.sitemap.parameters has not the parameters of /gifts/:giftId',
  ],
  [
    'variants without the parameter',
    gift,
    { data: '/api/gifts/:giftId', variants: { list: 'gift.others', parameters: { id: 'id' } } },
    'head.variants.parameters has not the parameters of /gifts/:giftId',
  ],
  [
    'variants without data',
    gift,
    { variants: { list: 'gift.others', parameters: { giftId: 'id' } } },
    '{gift.others.*.id} needs head.data, the call that has it',
  ],
  [
    'a variant’s label without data',
    gift,
    {
      variants: {
        ...{ list: 'gift.others', parameters: { giftId: 'id' }, label: ['{variant.size}'] },
      },
    },
    '{gift.others.*.size} needs head.data, the call that has it',
  ],
  [
    'data behind the login',
    { ...route, access: 'login' },
    { data: '/api/user/cart' },
    'a page behind the login has neither data nor a sitemap in its head',
  ],
])('a head with %s is refused', async (_what, where, head, message) => {
  const folder = await remoteFolder({ routes: [{ ...where, head }] }, ['Gifts.tsx']);
  expect(() => readRemoteJson(folder)).toThrow(message);
});

test('a restarted server reads the declaration again', async () => {
  const folder = await remoteFolder({});
  expect(readDeclaration(folder, expect.unreachable)).toMatchObject({ team: 'Gifts' });
  const file = path.join(folder, 'remote.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"Gifts"', '"Presents"'));
  expect(readDeclaration(folder, expect.unreachable)).toMatchObject({ team: 'Presents' });
});

test('an invalid declaration is reported, and the last valid one is used; without one, the error is thrown', async () => {
  const folder = await remoteFolder({});
  const file = path.join(folder, 'remote.json');
  const good = await readFile(file, 'utf8');
  const reported: string[] = [];
  const read = () => readDeclaration(folder, (line) => reported.push(line)).team;
  await writeFile(file, '{ "id": ');
  expect(read).toThrow(/JSON/);
  await writeFile(file, good);
  read();
  await writeFile(file, '{ "id": ');
  expect(read()).toBe('Gifts');
  expect(reported).toEqual([
    expect.stringMatching(/^remote\.json can’t be used, so the last good one is: .*JSON/),
  ]);
});

test.each([
  ['/gift-notes', '“/gift-notes” is no API: write "/api/gift-notes" or "https://api.example.com"'],
  ['/api', '“/api” is no API'],
  ['api.example.com', '“api.example.com” is no API'],
  ['/api/gift-notes', 'remote.json names ./Api, but src/exposes/Api.ts is missing'],
])('an own API at %s without a module is refused', async (base, message) => {
  const folder = await remoteFolder({ apis: { [base]: './Api' } }, ['Gifts.tsx']);
  expect(() => readRemoteJson(folder)).toThrow(message);
});

test('the module of an own API is exposed; other .ts files are not', async () => {
  const apis = { '/api/gifts': './Api', 'https://api.example.com/v1': './Other' };
  const files = ['Gifts.tsx', 'Api.ts', 'Other.ts', 'helpers.ts'];
  const folder = await remoteFolder({ apis, routes: [] }, files);
  expect(Object.keys(readRemoteJson(folder).exposes).sort()).toEqual([
    './Api',
    './Gifts',
    './Other',
  ]);
});

const setting = { type: 'boolean', default: false, purpose: 'For a test.' };

test.each([
  [{ NewGallery: setting }, 'a setting’s name is lower-case words joined by "-"'],
  [{ gallery: { ...setting, type: 'flag' } }, 'a setting’s type is "boolean", "number", "text" or'],
  [{ gallery: { ...setting, default: 'no' } }, 'settings.gallery.default'],
  [{ gallery: { ...setting, purpose: '' } }, 'a setting has a purpose'],
  [{ gallery: { ...setting, purpos: 'x' } }, 'settings.gallery.purpos: there is no such field'],
  [{ rows: { ...setting, type: 'number', default: null } }, 'settings.rows.default'],
  [{ title: { ...setting, type: 'text', default: 'x'.repeat(201) } }, 'at most 200 characters'],
  [
    { look: { ...setting, type: 'choice', default: 'grid', choices: ['list', 'wide'] } },
    'the default “grid” is no choice: add it to "choices", or name one of them',
  ],
  [
    { look: { ...setting, type: 'choice', default: 'list', choices: ['list'] } },
    'a choice has two or more choices',
  ],
])('a setting that nobody could set is an error: %j', async (settings, message) => {
  const folder = await remoteFolder({ settings });
  expect(() => readRemoteJson(folder)).toThrow(message);
});

test('a setting has a type, a default and a purpose', async () => {
  const settings = {
    gallery: setting,
    rows: { ...setting, type: 'number', default: 3 },
    title: { ...setting, type: 'text', default: 'Buy' },
    look: { ...setting, type: 'choice', default: 'list', choices: ['list', 'grid'] },
  };
  expect(readRemoteJson(await remoteFolder({ settings })).settings).toEqual(settings);
});
