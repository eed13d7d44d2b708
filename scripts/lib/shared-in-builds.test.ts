import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { remoteConfig } from '@patchwork/build';
import { createRsbuild } from '@rsbuild/core';
import { expect, onTestFinished, test } from 'vitest';

const repository = path.resolve(import.meta.dirname, '../..');

/**
 * Builds a remote whose page imports this, and returns its scripts and what its manifest says is shared. Its packages
 * are in `modules`, relative to the folder around it. Adds the build's errors to `errors`.
 */
async function build(imports: string, modules = 'mfe-gifts/node_modules', errors: string[] = []) {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-shared-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const root = path.join(home, 'mfe-gifts');
  await mkdir(path.join(root, 'src/exposes'), { recursive: true });
  await symlink(path.join(repository, 'mfe-checkout/node_modules'), path.join(home, modules));
  const route = { page: 'gifts', path: '/gifts', access: 'open', module: './Gifts' };
  const files = {
    'package.json': JSON.stringify({
      name: 'mfe-gifts',
      patchwork: { kit: '@patchwork/kit' },
      dependencies: { jotai: '^2.0.0', react: '^19.0.0' },
    }),
    'remote.json': JSON.stringify({
      ...{ id: 'mfe-gifts', team: 'Gifts', developmentPort: 3005, routes: [route] },
    }),
    'src/exposes/Gifts.tsx': `${imports}\nexport const Component = () => null;`,
  };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(root, file), text);
  const config = await remoteConfig(root)({ env: 'production', command: 'build' });
  const rsbuild = await createRsbuild({
    cwd: root,
    config: { ...config, logLevel: 'silent', mode: 'production' },
    environment: ['remote'],
  });
  rsbuild.onAfterBuild(({ stats }) => {
    for (const { message } of stats?.toJson({ errors: true }).errors ?? []) errors.push(message);
  });
  await rsbuild.build();
  const dist = path.join(root, 'dist');
  const scripts = (await readdir(dist, { recursive: true })).filter((file) => /\.js$/.test(file));
  const texts = scripts.map((file) => readFile(path.join(dist, file), 'utf8'));
  const manifest: { shared: { name: string }[] } = JSON.parse(
    await readFile(path.join(dist, 'mf-manifest.json'), 'utf8'),
  );
  return {
    code: (await Promise.all(texts)).join('\n'),
    shared: manifest.shared.map(({ name }) => name),
  };
}

test('jotai/utils and other subpaths are built on the shell’s jotai, of which the remote has no copy', async () => {
  const { code, shared } = await build(`
    import { atomWithReset, useResetAtom } from 'jotai/utils';
    import { loadable } from 'jotai/vanilla/utils';
    import { atom } from 'jotai/vanilla';
    import { useStore } from 'jotai/react';
    console.log(loadable(atom(atomWithReset(1))), useResetAtom, useStore);
  `);
  expect(shared).toContain('jotai');
  expect(shared).not.toContain('jotai/vanilla');
  expect(code).toContain('shareKey:"jotai"');
  expect(code).not.toContain('shareKey:"jotai/');
  expect(code).not.toContain('no atom init');
  // Of jotai/utils, which nobody shares.
  expect(code).toContain('"hasData"');
});

test('with the packages in a workspace around the remote, it gets the shell’s copies, too', async () => {
  const imports = `
    import { useState } from 'react';
    import { sessionAtom } from '@patchwork/shop';
    import { useAtomValue } from 'jotai';
    console.log(useState, useAtomValue, sessionAtom);
  `;
  const { code, shared } = await build(imports, 'node_modules');
  expect(shared.toSorted()).toEqual(['@patchwork/shop', 'jotai', 'react']);
  for (const copy of ['_CLIENT_INTERNALS_', 'no atom init', 'createShopStore'])
    expect(code).not.toContain(copy);
});

test('a copy of a shared package fails the build, with the package and who imports it', async () => {
  const errors: string[] = [];
  const jotai = createRequire(path.join(repository, 'mfe-checkout/package.json')).resolve('jotai');
  const built = build(`import { atom } from '${jotai}'; console.log(atom);`, undefined, errors);
  await expect(built).rejects.toThrow();
  expect(errors).toEqual([
    expect.stringMatching(
      /src\/exposes\/Gifts\.tsx imports \S+\/jotai\/index\.js, and with it a copy of jotai \d+\.\d+\.\d+\. A page must have only the shell’s copy: import it by its bare name, “jotai”, and without an alias/,
    ),
  ]);
});
