import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/host';
import { describe, expect, test } from 'vitest';
import { folderWith, remoteVersion, shellVersion, thisWorkspace } from '../../testing/gate.ts';
import type { TypesIndex } from '../types/types-index.ts';
import { checkCopies, checkShared, checkShellStores, checkStores, marks } from './shared.ts';

const sharing = (id: string, name: string, requiredVersion: string) =>
  remoteVersion({
    id,
    version: '1.0.0-new',
    shared: { [name]: { version: '0', requiredVersion } },
  });

const shell = shellVersion({ shared: { react: { version: '19.3.1' } } });
const meeting = { ours: 'mfe-shop 1.0.0-new', live: 'shell 1.0.0-bbbbbbbbbb' };

test('a range that the shell’s copy does not satisfy is refused', async () => {
  const remote = sharing('mfe-shop', 'react', '^18.2.0');
  expect(await checkShared(remote, shell, meeting)).toEqual([
    {
      severity: 'refusal',
      rule: 'shared ranges',
      file: 'package.json',
      message:
        'package.json of mfe-shop 1.0.0-new accepts react ^18.2.0, but shell 1.0.0-bbbbbbbbbb brings 19.3.1, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command. Or take React out of “shared”, and mount a page with a React of its own: docs/teams.md.',
      ...meeting,
    },
  ]);
});

test('packages with the same fault are reported in one refusal', async () => {
  const react = { version: '18.3.1', requiredVersion: '^18.3.1' };
  const chart = { version: '1.0.0', requiredVersion: '^1.0.0' };
  const remote = remoteVersion({
    version: '1.0.0-new',
    shared: { react, 'react-dom': react, 'react/jsx-runtime': react, chart, map: chart },
  });
  const copy = { version: '19.3.1' };
  const copies = { react: copy, 'react-dom': copy, 'react/jsx-runtime': copy };
  const found = await checkShared(remote, shellVersion({ shared: copies }), meeting);
  expect(found.map(({ message }) => message)).toEqual([
    'package.json of mfe-shop 1.0.0-new accepts react, react-dom and react/jsx-runtime ^18.3.1, but shell 1.0.0-bbbbbbbbbb brings 19.3.1, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command. Or take React out of “shared”, and mount a page with a React of its own: docs/teams.md.',
    'mfe-shop 1.0.0-new imports chart and map, which shell 1.0.0-bbbbbbbbbb does not share: its modules would not load. A shell shares what it imports itself: release one that imports chart and map first, or a mfe-shop that does not.',
  ]);
});

test.each(['^19.0.0', '>=18', '*'])(
  'the range %s of react accepts the shell’s copy',
  async (range) => {
    expect(await checkShared(sharing('mfe-shop', 'react', range), shell, meeting)).toEqual([]);
  },
);

const prereleases: readonly [range: string, version: string, isAccepted: boolean][] = [
  ['^1.0.0', '1.1.0-beta.1', true],
  ['^1.1.0', '1.1.0-beta.1', false],
  ['^1.1.0-beta.1', '1.1.0-beta.2', true],
  ['^1.1.0-beta.2', '1.1.0-beta.1', false],
  ['^1.1.0-beta.1', '1.1.0', true],
  ['^1.0.0', '2.0.0-rc.1', false],
  ['~1.1.0', '1.1.1+build.5', true],
  ['1.1.0', '1.1.0+build.5', true],
];

test.each(prereleases)(
  'as in the browser, the range %s accepts %s: %j',
  async (range, version, isAccepted) => {
    const brought = shellVersion({ shared: { react: { version } } });
    const found = await checkShared(sharing('mfe-shop', 'react', range), brought, meeting);
    expect(found.length === 0).toBe(isAccepted);
  },
);

test('a range that only npm reads is refused, with one that both read', async () => {
  const [found] = await checkShared(sharing('mfe-shop', 'react', '>= 19 < 20'), shell, meeting);
  expect(found?.message).toMatch(/does not read this range as npm does: write \^19\.3\.1\.$/);
});

test('an invalid range accepts no version', async () => {
  const remote = sharing('mfe-shop', 'react', 'workspace:*');
  expect(await checkShared(remote, shell, meeting)).toHaveLength(1);
});

test.each(['react/compiler-runtime', 'chart'])(
  '%s is refused, as the shell does not share it',
  async (name) => {
    const remote = sharing('mfe-shop', name, '^19.0.0');
    expect(await checkShared(remote, shell, meeting)).toEqual([
      {
        severity: 'refusal',
        rule: 'shared ranges',
        file: 'package.json',
        message: `mfe-shop 1.0.0-new imports ${name}, which shell 1.0.0-bbbbbbbbbb does not share: its modules would not load. A shell shares what it imports itself: release one that imports ${name} first, or a mfe-shop that does not.`,
        ...meeting,
      },
    ]);
  },
);

describe('copies', () => {
  async function remoteWith(
    script: string,
    imports: TypesIndex['imports'] = {},
    shared: PublishedRemote['shared'] = {},
  ) {
    const folder = await folderWith({ imports }, { 'static/a.js': script });
    return remoteVersion({ integrity: { 'static/a.js': 'x' }, shared }, folder);
  }

  test('a remote’s own copy of a shared package is refused, with the file that holds it', async () => {
    const remote = await remoteWith('x=()=>{throw new Error("no atom init")}');
    expect(await checkCopies(remote)).toEqual([
      {
        severity: 'refusal',
        rule: 'copies',
        file: 'static/a.js',
        message:
          'static/a.js of mfe-shop 1.1.0-aaaaaaaaaa contains a copy of jotai, but a page must have only the shell’s copy: a second one would have other values. List the package in “shared” of the build with import: false, and import it by its bare name. jotai/utils may be imported, but it imports jotai/react and jotai/vanilla: list these two as well, with import: false and shareKey: "jotai", as remoteConfig of @patchwork/build does. No other subpath, such as jotai/vanilla/internals, may be.',
        ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
      },
    ]);
    const own = await remoteWith('React.__CLIENT_INTERNALS_DO_NOT_USE==x&&"jotai"');
    expect(await checkCopies(own)).toEqual([]);
  });

  test('a package that is imported but not shared is refused', async () => {
    const imports = { '@patchwork/shop': { cartAtom: 'src/a.js' } };
    expect(await checkCopies(await remoteWith('', imports))).toMatchObject([
      {
        rule: 'copies',
        message:
          'types/index.json of mfe-shop 1.1.0-aaaaaaaaaa says that it imports @patchwork/shop, which its build does not get from the shell: dist/mf-manifest.json lists no such shared package. Share it with import: false, or leave it out of “imports”.',
      },
    ]);
    const shared = { '@patchwork/shop': { version: '1.0.0', requiredVersion: '^1.0.0' } };
    expect(await checkCopies(await remoteWith('', imports, shared))).toEqual([]);
  });

  const react18 = 'e.__SECRET_INTERNALS_DO_NOT_USE=x,e.version="18.3.1";';
  const reactDom18 = '{version:"18.3.1-next-f1338f8080",rendererPackageName:"react-dom"};';

  async function messagesFor(script: string, react?: PublishedRemote['shared'][string], more = {}) {
    const folder = await folderWith({}, { 'static/a.js': script });
    const release = { integrity: { 'static/a.js': 'x' }, shared: { ...(react && { react }) } };
    const found = await checkCopies(remoteVersion({ ...release, ...more }, folder));
    return found.map(({ message }) => message);
  }

  test('a remote may have another major of React, which is loaded when its page opens', async () => {
    const react = { version: '', requiredVersion: '^19.0.0' };
    expect(await messagesFor(react18 + reactDom18, react)).toEqual([]);
  });

  test('an own React of the shell’s major is refused, also beside another major', async () => {
    const react = { version: '', requiredVersion: '^19.3.0' };
    const react19 = 'e.__CLIENT_INTERNALS_DO_NOT_USE=x,e.version="19.2.0";';
    const message = expect.stringContaining(
      'contains a copy of react, but a page must have only the shell’s copy',
    );
    expect(await messagesFor(react19, react)).toEqual([message]);
    expect(await messagesFor(react18 + react19, react)).toEqual([message]);
  });

  test.each([
    ['the range for the shell’s React accepts it', { version: '', requiredVersion: '>=18' }],
    [
      'the page would get it as a shared package',
      { version: '18.3.1', requiredVersion: '^19.0.0' },
    ],
    ['the remote takes no React from the shell', undefined],
  ])('another major of React is refused if %s', async (_case, react) => {
    expect(await messagesFor(react18 + reactDom18, react)).toEqual([
      expect.stringContaining(
        'contains a copy of react, but a page must have only the shell’s copy',
      ),
      expect.stringContaining(
        'contains a copy of react-dom, but a page must have only the shell’s copy',
      ),
    ]);
  });

  test('another major of React is refused in a file that the shop fetches ahead', async () => {
    const react = { version: '', requiredVersion: '^19.0.0' };
    const files = { './Page': ['static/a.js'] };
    expect(await messagesFor(react18, react, { files })).toEqual([
      'static/a.js of mfe-shop 1.1.0-aaaaaaaaaa holds react 18.3.1, and shoppers who don’t open the page would download it, because a module’s first files are fetched ahead. Import what needs it with import(), so that it is in a file of its own.',
    ]);
  });

  const shell = createRequire(path.join(thisWorkspace, 'shell/package.json'));
  const routerFacade = createRequire(path.join(thisWorkspace, 'platform/host/package.json'));
  const domRouter = createRequire(routerFacade.resolve('react-router-dom'));

  test.each([
    ['react', path.join(shell.resolve('react'), '../cjs/react.production.js')],
    ['react-dom', path.join(shell.resolve('react-dom'), '../cjs/react-dom-client.production.js')],
    ['jotai', path.join(shell.resolve('jotai'), '../esm/vanilla/internals.mjs')],
    ['react-router', domRouter.resolve('react-router')],
    ['the shop’s state', path.join(thisWorkspace, 'shop/state/services.ts')],
  ])('the installed %s holds the text by which a copy is recognized', async (name, file) => {
    const mark = marks.find((known) => known.name === name);
    const folder = path.dirname(file);
    const names = name === 'react-router' ? await readdir(folder) : [path.basename(file)];
    const modules = names.filter((each) => /\.(?:ts|m?js)$/.test(each));
    const texts = await Promise.all(
      modules.map((each) => readFile(path.join(folder, each), 'utf8')),
    );
    expect(
      texts.some((text) => mark?.text.test(text)),
      file,
    ).toBe(true);
    const version = mark?.version;
    if (!version) return;
    const versions = texts.flatMap((text) => [...text.matchAll(version)]);
    expect(versions.map(([, found]) => found)).toEqual([shell(`${name}/package.json`).version]);
  });
});

/** Creates the folder of a version whose code stores under these names, or whose packages own them. */
const storing = (...stores: string[]) => folderWith({ stores });

const declare = (...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [name, { scope: 'tab' as const, purpose: 'A draft.' }] as const),
  );

async function remote(id: string, declared: string[], used = declared) {
  return remoteVersion({ id, version: '1', stores: declare(...declared) }, await storing(...used));
}

test('a remote may store under its own names', async () => {
  const gifts = await remote('mfe-gifts', ['gift-draft']);
  const shell = shellVersion({ folder: await storing('cart') });
  expect(await checkStores(gifts, [await remote('mfe-cart', ['notes'])], shell)).toEqual([]);
  expect(await checkShellStores(shell, [gifts])).toEqual([]);
});

test('a stored name that another live remote has declared is refused', async () => {
  const gifts = await remote('mfe-gifts', ['draft', 'gift-note']);
  const tester = await remote('mfe-tester', ['draft']);
  expect(await checkStores(gifts, [tester])).toEqual([
    {
      severity: 'refusal',
      rule: 'stores',
      file: 'remote.json',
      message:
        'remote.json of mfe-gifts 1 declares the stored name “draft”, which is mfe-tester 1’s: each would read and erase the other’s values. Choose another name.',
      ours: 'mfe-gifts 1',
      live: 'mfe-tester 1',
    },
  ]);
});

test('a remote and a shell with the same stored name are refused, whichever comes second', async () => {
  const gifts = await remote('mfe-gifts', ['cart']);
  const shell = shellVersion({ folder: await storing('cart', 'wishlist') });
  const messages = [
    ...(await checkStores(gifts, [], shell)),
    ...(await checkShellStores(shell, [gifts])),
  ].map(({ message }) => message);
  expect(messages).toEqual([
    'remote.json of mfe-gifts 1 declares the stored name “cart”, which is shell 1.0.0-bbbbbbbbbb’s: each would read and erase the other’s values. Choose another name.',
    'A package of shell 1.0.0-bbbbbbbbbb stores under “cart”, which is mfe-gifts 1’s: each would read and erase the other’s values. Choose another name in the package.',
  ]);
});

test('a stored name that the code uses but remote.json does not declare is refused', async () => {
  const gifts = await remote('mfe-gifts', [], ['cart', 'gift-draft']);
  expect((await checkStores(gifts, [])).map(({ message }) => message)).toEqual([
    'The code of mfe-gifts 1 stores under “cart”, “gift-draft”, which its remote.json does not declare. Add it to “stores”, with its scope and its purpose.',
  ]);
});
