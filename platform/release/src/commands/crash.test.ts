import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseRegistry, type Registry } from '@patchwork/host';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logFile } from '../release-folder/history.ts';
import { findDamage } from '../release-folder/integrity.ts';
import { folderOfVersion } from '../release-folder/layout.ts';
import { previewsIn, readRegistry, remotesIn } from '../release-folder/registry.ts';
import { readShellRelease } from '../release-folder/release-file.ts';
import { createDocuments } from '../serve/documents.ts';
import { createRandom } from '../testing/random.ts';
import {
  buildRemote,
  buildShell,
  contextOf,
  expectTrueHistory,
  temporaryFolder,
} from '../testing/release.ts';
import { bodyOf } from '../testing/shirt-shop.ts';
import { list } from './list.ts';
import { publish } from './publish.ts';

const names = ['mfe-catalog', 'shell'];
const rounds = process.env.ALL_TESTS === 'true' ? 24 : 6;
/** Longest time until a worker is killed, in ms: longer than it needs for its first commands. */
const longest = 260;

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/**
 * Bundles the worker into one file, which starts in a fraction of the time, and files that it loads on demand. They are
 * written among the installed packages, where the worker finds the compressor.
 */
async function bundleWorker(): Promise<string> {
  const installed = path.join(import.meta.dirname, '../../node_modules');
  const folder = await mkdtemp(path.join(installed, '.patchwork-worker-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await build({
    logLevel: 'error',
    entryPoints: { worker: path.join(import.meta.dirname, '../testing/crash-worker.ts') },
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    // TypeScript is CommonJS, and uses these names.
    banner: {
      js: `import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);
const __filename = import.meta.filename;`,
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return path.join(folder, 'worker.mjs');
}

async function startWorker(
  file: string,
): Promise<{ child: ChildProcess; exited: Promise<unknown> }> {
  const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  await Promise.race([once(child, 'message'), exited]);
  return { child, exited };
}

let worker = '';
beforeAll(async () => {
  worker = await bundleWorker();
  // Bundling takes longer than the usual 10 s on a busy machine.
}, 60_000);

/** Builds of remote and shell that belong together: each says its generation. */
async function buildGenerations(root: string): Promise<string[]> {
  const folders = Array.from({ length: 9 }, (_, index) => path.join(root, `generation-${index}`));
  for (const [index, folder] of folders.entries()) {
    await buildRemote(path.join(folder, 'mfe-catalog'), { code: `generation ${index}` });
    await buildShell(path.join(folder, 'shell'), `index.${index}.js`);
  }
  return folders;
}

function documentIn(page: string): Registry {
  const [, text = ''] = /id="patchwork-registry">(.*?)<\/script>/.exec(page) ?? [];
  return parseRegistry(JSON.parse(text)).registry;
}

/** Fails when a page mixes two generations, or needs a file that is missing or incomplete. */
async function expectWhole(release: string, page: string): Promise<void> {
  const [, chunk = ''] = /index\.(\d)\.js/.exec(page) ?? [];
  const [remote] = documentIn(page).remotes;
  if (!remote) throw new Error(`no remote in ${page}`);
  const folder = folderOfVersion(release, remote.id, remote.stable.version);
  expect(await findDamage(folder, remote.stable.integrity)).toBeUndefined();
  const code = await readFile(path.join(folder, 'static/js/async/Home.1a2b3c.js'), 'utf8');
  expect(code).toContain(`generation ${chunk}`);
  expect(await readFile(`${release}/static/js/index.${chunk}.js`, 'utf8')).toContain(chunk);
}

async function expectWholeVersions(release: string): Promise<void> {
  const document = await readRegistry(release);
  for (const { stable, canary, previous } of remotesIn(document)) {
    for (const named of [stable, ...(canary ? [canary.release] : []), ...previous]) {
      expect(
        await findDamage(folderOfVersion(release, named.id, named.version), named.integrity),
      ).toBeUndefined();
    }
  }
  for (const named of previewsIn(document).flatMap(({ remotes }) => remotes)) {
    const folder = folderOfVersion(release, named.id, named.version);
    expect(await findDamage(folder, named.integrity)).toBeUndefined();
  }
  const { shell } = document;
  for (const version of shell ? [shell.version, ...shell.previous] : []) {
    const { integrity } = await readShellRelease(release, version);
    expect(await findDamage(release, integrity)).toBeUndefined();
  }
}

/** Whether the last move has its line in the history: a command that was killed may not have written it. */
async function isLogComplete(release: string): Promise<boolean> {
  const { lastMove } = await readRegistry(release);
  const lines = await readFile(logFile(release), 'utf8').catch(() => '');
  return lastMove === undefined || (lines.endsWith('\n') && lines.includes(`{"id":"${lastMove}"`));
}

/** Returns the page that a static web server sends, and the one that ours sends. */
async function pagesOf(release: string): Promise<string[]> {
  const documents = createDocuments({
    release,
    defaultConfig: {},
    report: () => undefined,
  });
  const file = await readFile(path.join(release, 'index.html'), 'utf8').catch(() => undefined);
  return [file, (await bodyOf(documents, '/'))?.text].filter((page) => page !== undefined);
}

test(`a publication that is killed at any instant leaves a whole shop (SEED=${seed})`, async () => {
  console.log(`killed at moments of SEED=${seed}`);
  const root = await temporaryFolder();
  const release = path.join(root, 'release');
  const generations = await buildGenerations(root);
  const random = createRandom(seed);
  const outcomes = new Set<string>();
  let next = startWorker(worker);
  for (let round = 0; round < rounds; round += 1) {
    const { child, exited } = await next;
    const first = Math.floor(random() * generations.length);
    const order = [...generations.slice(first), ...generations.slice(0, first)];
    child.send({ release, generations: order, names, isBusy: round % 2 === 1 });
    await wait(random() * longest);
    child.kill('SIGKILL');
    await exited;
    next = startWorker(worker);
    for (const page of await pagesOf(release)) await expectWhole(release, page);
    await expectWholeVersions(release);
    await expectTrueHistory(release);
    outcomes.add((await isLogComplete(release)) ? 'history complete' : 'history behind');
    outcomes.add(`page ${(await list(release)).current ? 'current' : 'behind'}`);
    // The next command works, and completes what was interrupted.
    const folder = generations[first] ?? '';
    const pieces = names.map((name) => ({ name, folder: path.join(folder, name) }));
    await publish(contextOf(release), pieces);
    expect((await list(release)).current).toBe(true);
    await expectTrueHistory(release);
    expect(await isLogComplete(release)).toBe(true);
    const pages = await pagesOf(release);
    expect(pages).toHaveLength(2);
    for (const page of pages) expect(page).toContain(`index.${first}.js`);
  }
  (await next).child.kill('SIGKILL');
  console.log([...outcomes].join(', '));
}, 60_000);

test('wherever a move is killed between its file operations, it is recorded if and only if it was made', async () => {
  const root = await temporaryFolder();
  const release = path.join(root, 'release');
  const [id = ''] = names;
  for (const folder of (await buildGenerations(root)).slice(0, 2)) {
    await publish(contextOf(release), [
      { name: 'shell', folder: path.join(folder, 'shell') },
      { name: id, folder: path.join(folder, id) },
    ]);
  }
  const outcomes = new Set<string>();
  const percentNow = async () =>
    remotesIn(await readRegistry(release)).map(({ canary }) => canary?.percent)[0];
  let next = startWorker(worker);
  for (let killAt = 0; !outcomes.has('ended'); killAt += 1) {
    const percent = (killAt % 99) + 1;
    const { child, exited } = await next;
    next = startWorker(worker);
    child.once('message', () => outcomes.add('ended'));
    child.send({ release, id, percent, killAt });
    await exited;
    await expectTrueHistory(release);
    const isMade = (await percentNow()) === percent;
    const line = (await isLogComplete(release)) ? 'with its line' : 'without its line';
    outcomes.add(isMade ? `made, ${line}` : 'not made');
  }
  (await next).child.kill('SIGKILL');
  expect(await isLogComplete(release)).toBe(true);
  expect([...outcomes].sort()).toEqual([
    'ended',
    'made, with its line',
    'made, without its line',
    'not made',
  ]);
}, 120_000);

test('of eight publications at once, none is lost', async () => {
  const root = await temporaryFolder();
  const release = path.join(root, 'release');
  const ids = Array.from({ length: 8 }, (_, index) => `mfe-team-${index}`);
  for (const id of ids) await buildRemote(path.join(root, id), { id, route: `/${id}` });
  const workers = await Promise.all(ids.map(() => startWorker(worker)));
  await Promise.all(
    workers.map(({ child, exited }, index) => {
      child.send({ release, generations: [root], names: [ids[index]], isBusy: false });
      return exited;
    }),
  );
  const live = remotesIn(await readRegistry(release)).map(({ id }) => id);
  expect(live.sort()).toEqual(ids);
}, 60_000);
