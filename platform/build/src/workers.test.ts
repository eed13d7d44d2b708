import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { expect, onTestFinished, test } from 'vitest';
import { basicsOf } from './build-basics.ts';
import { workers } from './workers.ts';

/** Builds a remote of these files, and returns what it emits, by name. Adds the build's errors to `errors`. */
async function build(files: Readonly<Record<string, string>>, errors: string[] = []) {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-workers-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const root = path.join(home, 'mfe-gifts');
  await mkdir(root);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(root, name), text);
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      ...basicsOf('mfe-gifts', root, 3005, { shared: {} }),
      logLevel: 'silent',
      output: { assetPrefix: 'auto', minify: false },
      environments: {
        remote: { source: { entry: { index: './index.js' } }, plugins: [workers()] },
      },
    },
  });
  rsbuild.onAfterBuild(({ stats }) => {
    for (const { message } of stats?.toJson({ errors: true }).errors ?? []) errors.push(message);
  });
  await rsbuild.build();
  const dist = path.join(root, 'dist');
  const names = await readdir(dist, { recursive: true, withFileTypes: true });
  const emitted = names.filter((entry) => entry.isFile());
  return Promise.all(
    emitted.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      return { file: path.relative(dist, file), text: await readFile(file, 'utf8') };
    }),
  );
}

type Emitted = Awaited<ReturnType<typeof build>>;

const matching = (emitted: Emitted, pattern: RegExp) =>
  emitted.filter(({ file }) => pattern.test(file));

const start = (file: string) => `new Worker(new URL('${file}', import.meta.url))`;

test('a worker is a script of its own with what it imports, and its late imports are files beside it', async () => {
  const emitted = await build({
    'index.js': start('./sum.ts'),
    'sum.ts':
      "import { add } from './add.ts'; onmessage = async () => (await import('./late.ts')).late(add(1, 2) satisfies number);",
    'add.ts': "export const add = (a: number, b: number) => a + b + Number('added');",
    'late.ts': "export const late = (x: number) => postMessage('late ' + x);",
  });
  const [worker, ...others] = matching(emitted, /^static\/worker\/sum\.\w{10}\.js$/);
  expect(others).toEqual([]);
  expect(worker?.text).toContain('added');
  expect(worker?.text).toContain('importScripts(');
  const [late] = matching(emitted, /^static\/worker\/async\/sum-/);
  expect(late?.text).toContain('late ');
  expect(worker?.text).toContain(path.basename(late?.file ?? 'none').split('.')[1]);
  const [page] = matching(emitted, /\bindex[.\w]*\.js$/);
  expect(page?.text).toContain(worker?.file);
  expect(page?.text).toContain('/worker.js');
  expect(page?.text).not.toContain('added');
});

test('module workers, shared workers, workers of workers and addresses for a library are built alike', async () => {
  const emitted = await build({
    'index.js': `
      new Worker(new URL('./one.js', import.meta.url), { type: 'module' });
      new SharedWorker(new URL('./two.js', import.meta.url), 'two');
      library.workerSrc = String(new URL('./three.mjs', import.meta.url));`,
    'one.js': start('./inner.js'),
    'inner.js': "import { x } from './x.js'; postMessage(x);",
    'two.js': "import { x } from './x.js'; onconnect = () => x;",
    'three.mjs': "import { x } from './x.js'; export { x };",
    'x.js': "export const x = 'only once';",
  });
  const built = matching(emitted, /^static\/worker\//).map(({ file, text }) => [
    path.basename(file).split('.')[0],
    text.includes('only once'),
    text.includes('/worker.js'),
  ]);
  expect(built.sort()).toEqual([
    ['inner', true, false],
    ['one', false, true],
    ['three', true, false],
    ['two', true, false],
  ]);
});

test.each([
  ['that can’t be compiled', { 'w.js': 'const = 1' }, /w\.js.*(?:Expression|Unexpected|expected)/s],
  ['that imports what is missing', { 'w.js': "import './gone.js';" }, /gone\.js/],
  [
    'that starts itself',
    { 'w.js': start('./v.js'), 'v.js': start('./w.js') },
    /w\.js starts itself, which has no end: start it from the page/,
  ],
])('a worker %s fails the build, with the reason', async (_which, files, reason) => {
  const errors: string[] = [];
  await expect(build({ 'index.js': start('./w.js'), ...files }, errors)).rejects.toThrow();
  expect(errors.join('\n')).toMatch(reason);
});
