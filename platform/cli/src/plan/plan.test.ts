import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findPackage } from '@patchwork/build/workspace';
import { emitTypes, publish } from '@patchwork/release';
import { buildRemote, buildShell, contextOf, writeFiles } from '@patchwork/release/testing';
import { smallWorkspace, thisWorkspace } from '@patchwork/release/testing-gate';
import { expect, test, vi } from 'vitest';
import { openTerminal } from '../release/testing.ts';
import { openRegistry, packageFolder } from './testing-registry.ts';

// Timeout in ms: npm is started several times, and the compiler reads React's types.
const time = 300_000;

const react = (requiredVersion: string) => ({ name: 'react', version: '19.3.1', requiredVersion });
const jotai = (requiredVersion: string) => ({ name: 'jotai', version: '1.13.1', requiredVersion });

/** Sources of a workspace whose remote imports a package of the shop, and a library. */
async function openWorkspace(files: Record<string, string> = {}): Promise<string> {
  const home = files['mfe-shop/src/exposes/Home.tsx'];
  const root = await smallWorkspace({
    // The remote of the terminal's workspace.
    ...{ 'mfe-catalog/src/exposes/Home.tsx': home ?? 'export const Component = () => null;' },
    ...files,
  });
  await buildRemote(path.join(root, 'mfe-catalog'));
  await buildShell(path.join(root, 'shell'));
  return root;
}

const dependingOn = (name: string, dependencies: Record<string, string>): string =>
  JSON.stringify({ name: `@patchwork/${name}`, version: '1.2.0', dependencies });

test('says who blocks a version that does not exist yet, from ranges alone', {
  timeout: time,
}, async () => {
  await openRegistry();
  const { root, run } = await openTerminal();
  const catalog = path.join(root, 'mfe-catalog');
  await run('publish', '--all', '--no-load');
  await buildRemote(catalog, { code: 'ready', shared: [react('^19.3.1 || ^20.0.0')] });
  await run('publish', 'mfe-catalog', '--no-load');
  await buildRemote(catalog, { code: 'canary' });
  await run('canary', 'mfe-catalog', '10', '--no-load');

  const blocked = await run('plan', 'react@20', '--json');
  expect(blocked.code).toBe(1);
  const { ok, plan } = blocked.json();
  expect(ok).toBe(false);
  expect(plan).toMatchObject({
    ...{ package: 'react', version: '20.0.0', live: '19.3.1', ready: false, from: ['ranges'] },
    uses: [
      { piece: 'mfe-catalog', role: 'stable', range: '^19.3.1 || ^20.0.0', reasons: [] },
      {
        role: 'canary',
        reasons: [{ kind: 'range', message: 'react ^19.3.1 excludes 20.0.0' }],
        widened: { react: '^19.3.1 || ^20.0.0' },
      },
      { role: 'previous', reasons: [{ kind: 'range' }] },
    ],
    steps: [
      { step: 'remotes', who: ['mfe-catalog'] },
      { step: 'shell', who: ['shell'] },
      { step: 'narrow', who: ['mfe-catalog'] },
    ],
  });
  expect(plan.notes[0]).toContain('The registry has no react@20, so this answer comes from ranges');

  await run('canary', 'mfe-catalog', '0');
  const { code, out } = await run('plan', 'react@20');
  expect(code).toBe(0);
  expect(out).toMatch(/ready\s+mfe-catalog {2}stable/);
  // A previous version does not block, but is lost.
  expect(out).toMatch(/no way back {2}mfe-catalog {2}previous/);
  expect(out).toMatch(/Then no rollback leads to mfe-catalog 1\.2\.0-\w{10}/);
});

test('the range that it advises is one that the gate and the browser accept with both versions', {
  timeout: time,
}, async () => {
  await openRegistry();
  const { root, run } = await openTerminal();
  await run('publish', '--all', '--no-load');
  const range = (await run('plan', 'react@20', '--json')).json().plan.uses[0].widened.react;
  await buildRemote(path.join(root, 'mfe-catalog'), { code: 'wide', shared: [react(range)] });
  await run('publish', 'mfe-catalog', '--no-load');
  expect((await run('plan', 'react@20')).code).toBe(0);
  const shared = [{ ...react('^20.0.0'), version: '20.0.0' }];
  await buildShell(path.join(root, 'shell'), 'index.2.js', undefined, shared);
  await run('publish', 'shell', '--no-load');
  const after = await run('plan', 'react@20');
  expect(after.out).toContain('react 20.0.0 is live');
  expect(after.code).toBe(0);
});

test('without a network, says so and answers from ranges', { timeout: time }, async () => {
  vi.stubEnv('npm_config_registry', 'http://127.0.0.1:9');
  const { run } = await openTerminal();
  await run('publish', '--all', '--no-load');
  const { code, out } = await run('plan', 'react@20');
  vi.unstubAllEnvs();
  expect(out).toMatch(/The registry can’t be reached \(ECONNREFUSED.*comes from ranges alone/);
  expect(out).toMatch(/blocks {2}mfe-catalog {2}stable .*react \^19\.3\.1 excludes 20\.0\.0/);
  expect(code).toBe(1);
});

test('bad input gets a sentence that says what to do', { timeout: time }, async () => {
  await openRegistry(
    await packageFolder({ name: 'react', version: '18.3.1' }),
    await packageFolder({ name: 'react', version: '19.3.1' }),
  );
  const { run } = await openTerminal();
  const empty = await run('plan', 'react@20');
  expect(empty.code).toBe(3);
  expect(empty.err).toMatch(/No shell is live in .*: publish one first/);
  await run('publish', '--all', '--no-load');
  const said = async (wanted: string) => {
    const { code, err } = await run('plan', wanted);
    return `${code} ${err}`;
  };
  expect(await said('lodash@5')).toMatch(
    /^2 Nobody gets lodash from shell .*, which shares @patchwork\/state and react/,
  );
  expect(await said('react@^20')).toMatch(/2 “\^20” is no version.*write the number alone/);
  expect(await said('react@next')).toMatch(/^2 “next” is no version/);
  expect(await said('react')).toContain('2 Which version of react?');
  expect(await said('react/jsx-runtime@20')).toContain('“react/jsx-runtime” is no package');
  expect(await said('react@18')).toMatch(
    /react 18\.3\.1 is lower than the live 19\.3\.1.*rollback/s,
  );
});

test('finds names that a real new major lacks, in the live scripts and in the sources', {
  timeout: time,
}, async () => {
  const real = findPackage(path.join(thisWorkspace, 'mfe-catalog'), 'jotai') ?? '';
  await openRegistry(real);
  const root = await openWorkspace({
    'mfe-shop/src/exposes/Home.tsx': `
      import { atom, Provider, unstable_createStore } from 'jotai';
      export const store = unstable_createStore([]);
      export const countAtom = atom(0);
      export const Component = () => <Provider scope="cart" />;
    `,
    'shell/src/main.tsx': "import { store } from '@patchwork/shop'; console.log(store);",
    'packages/shop/src/index.ts': `
      import { unstable_createStore } from 'jotai';
      export const store = unstable_createStore([]);
    `,
    'mfe-catalog/node_modules/jotai/package.json':
      '{"name":"jotai","version":"1.13.1","types":"index.d.ts"}',
    'mfe-catalog/node_modules/jotai/index.d.ts': `
      export function atom<Value>(initial: Value): { readonly init: Value };
      export function unstable_createStore(values: readonly unknown[]): object;
      export function Provider(props: { scope?: string }): null;
    `,
  });
  const { run } = await openTerminal({ workspace: root });
  const catalog = path.join(root, 'mfe-catalog');
  await buildRemote(catalog, { shared: [jotai('^1.13.1 || ^2.0.0')] });
  await writeFile(
    path.join(catalog, 'package.json'),
    dependingOn('mfe-catalog', { jotai: '^1.13.1' }),
  );
  await writeFiles(path.join(catalog, 'dist'), {
    'remoteEntry.js': 'const shared = { NIM: { shareKey: "jotai" } };',
    'static/js/async/Home.1a2b3c.js':
      'const j = r("NIM"); j.unstable_createStore([]); j.atom(0); j.Provider;',
  });
  await buildShell(path.join(root, 'shell'), 'index.1.js', undefined, [jotai('^1.13.1')]);
  const depends = dependingOn('shell', { '@patchwork/shop': 'workspace:*' });
  await writeFile(path.join(root, 'shell/package.json'), depends);
  await publish(contextOf(path.join(root, '.release')), [
    { name: 'shell', folder: path.join(root, 'shell') },
    { name: 'mfe-catalog', folder: catalog },
  ]);

  const { code, json } = await run('plan', 'jotai@2', '--json');
  expect(code).toBe(1);
  const { plan } = json();
  expect(plan.from).toEqual(['ranges', 'names', 'types']);
  expect(plan.version).toMatch(/^2\./);
  const messages = plan.uses[0].reasons.map(
    ({ kind, message }: { kind: string; message: string }) => `${kind}: ${message}`,
  );
  expect(messages).toEqual([
    expect.stringMatching(/^names: jotai 2\.\S+ has no unstable_createStore$/),
    expect.stringMatching(/^types: mfe-catalog\/src\/exposes\/Home\.tsx:2: .*unstable_createStore/),
    expect.stringMatching(/^types: mfe-catalog\/src\/exposes\/Home\.tsx:5: .*scope/),
  ]);
  // The shell answers for the packages of the workspace.
  expect(plan.shellErrors).toEqual([
    expect.stringMatching(/^packages\/shop\/src\/index\.ts:2: .*unstable_createStore/),
  ]);
  expect(plan.steps.map(({ text }: { text: string }) => text)).toEqual([
    expect.stringContaining('publish it together with the shell'),
    expect.stringContaining('shell: fix its type errors'),
    expect.stringContaining('remotes: accept only the new version'),
  ]);
});

test('compares the types that live remotes were built with to a new version of the shop’s package', {
  timeout: time,
}, async () => {
  const root = await openWorkspace();
  const remote = path.join(root, 'mfe-shop');
  const release = path.join(root, '.release');
  const shop = [{ name: '@patchwork/shop', version: '1.0.0', requiredVersion: '>=1.0.0' }];
  const depends = { '@patchwork/shop': 'workspace:*', '@patchwork/domain': 'workspace:*' };
  const types = async (piece: string) => (await emitTypes(root, path.join(root, piece))).types;
  const built = { id: 'mfe-shop', shared: shop };
  await buildRemote(remote, built);
  await writeFile(path.join(remote, 'package.json'), dependingOn('mfe-shop', depends));
  await buildShell(path.join(root, 'shell'), 'index.1.js', undefined, shop);
  const manifest = { name: '@patchwork/shell', version: '1.0.0', dependencies: depends };
  await writeFile(path.join(root, 'shell/package.json'), JSON.stringify(manifest));
  await publish(contextOf(release), [
    { name: 'shell', folder: path.join(root, 'shell'), types: await types('shell') },
    { name: 'mfe-shop', folder: remote, types: await types('mfe-shop') },
  ]);
  const declarations = (price: string) => `
    export interface Product { readonly id: string; readonly price: ${price} }
    export declare const products: readonly Product[];
    export declare function addToCart(product: Product): void;
    export declare const useLocation: () => { readonly pathname: string };
  `;
  const next = (version: string, price: string) =>
    packageFolder(
      { name: '@patchwork/shop', version, ...{ types: 'index.d.ts' } },
      { 'index.d.ts': declarations(price) },
    );
  await openRegistry(await next('1.9.0', 'number'), await next('2.0.0', 'string'));
  const { run } = await openTerminal({ workspace: root });
  const { code, out } = await run('plan', '@patchwork/shop@2');
  expect(out).toMatch(/blocks {2}mfe-shop .*(?:addToCart|products).* has another type/);
  expect(code).toBe(1);
  expect(await run('plan', '@patchwork/shop@1.9')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Looked at: ranges, names, types'),
  });
});

test('names packages that exclude the version as a peer, and moves those that have a newer one along', {
  timeout: time,
}, async () => {
  const peer = (range: string) => ({ peerDependencies: { react: range } });
  const reactDom = (version: string, range: string) =>
    packageFolder({ name: 'react-dom', version, ...peer(range) });
  await openRegistry(
    await packageFolder({ name: 'react', version: '20.1.0' }),
    await reactDom('19.3.1', '^19.3.1'),
    await reactDom('20.1.0', '^20.1.0'),
    await packageFolder({ name: 'jotai', version: '1.13.1', ...peer('>=16 <20') }),
  );
  const { root, run } = await openTerminal();
  const dom = { name: 'react-dom', version: '19.3.1', requiredVersion: '^19.3.1' };
  const shared = [react('>=19'), dom, jotai('^1.13.1')];
  await buildRemote(path.join(root, 'mfe-catalog'), { shared });
  await buildShell(path.join(root, 'shell'), 'index.1.js', undefined, shared);
  await run('publish', '--all', '--no-load');
  const { plan } = (await run('plan', 'react@20', '--json')).json();
  expect(plan.peers).toEqual([
    expect.objectContaining({ name: 'jotai', version: '1.13.1', range: '>=16 <20', by: [] }),
    expect.objectContaining({ name: 'react-dom', version: '19.3.1', next: '20.1.0' }),
  ]);
  expect(plan.peers[0]).not.toHaveProperty('next');
  // Its own range accepts react 20, but not the react-dom that comes with it.
  expect(plan.uses[0]).toMatchObject({
    reasons: [{ kind: 'range', message: 'react-dom ^19.3.1 excludes 20.1.0' }],
    widened: { 'react-dom': '^19.3.1 || ^20.1.0' },
  });
  expect(plan.steps.map(({ step }: { step: string }) => step)).toEqual([
    'wait',
    'remotes',
    'shell',
    'narrow',
  ]);
});
