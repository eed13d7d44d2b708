import { createHash } from 'node:crypto';
import {
  appendFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createGate,
  publish,
  type ReleaseContext,
  runCommandLine,
  typesOf,
} from '@patchwork/release';
import { exitCode, onStop, start, stopAll } from './lib/processes.ts';
import { main } from './lib/terminal.ts';
import { remotes, root, shell } from './lib/workspace.ts';

/*
 * How long a publication and a rollback take in a release folder of 100 remotes with 50 versions each.
 * The shell and one remote are this workspace's own builds, so that the gate has real types to read;
 * the others are made up. Run `pnpm build` first, then `npx tsx scripts/measure-releases.ts`.
 */

const others = 99;
const versions = 50;
/** Of the good old versions, as many as a registry remembers. */
const remembered = 5;

const [measured] = remotes.filter(({ name }) => name === 'mfe-catalog');

/** Registry and folder of a made-up remote, its files shared by all its versions. */
async function makeUp(release: string, id: string, files: readonly string[]) {
  const integrity = Object.fromEntries(
    files.map((file) => [path.basename(file), `sha384-${'A'.repeat(64)}`]),
  );
  const all = [];
  const description = {
    id,
    team: 'Team',
    version: '',
    entry: '/',
    routes: [{ page: id, path: `/${id}`, access: 'open', module: './Home' }],
    files: { './Home': ['chunk-0.js'] },
    integrity,
  };
  // A version is named after its description; one that is not is refused.
  const hash = createHash('sha256').update(JSON.stringify(description)).digest('hex').slice(0, 10);
  for (let number = versions; number > 0; number -= 1) {
    const version = `1.${number}.0-${hash}`;
    const folder = path.join(release, 'remotes', id, version);
    const made = {
      ...description,
      version,
      entry: `/remotes/${id}/${version}/remoteEntry.js`,
      size: { raw: 100_000, brotli: 30_000 },
      publishedAt: new Date(Date.now() - number * 86_400_000).toISOString(),
    };
    await mkdir(folder, { recursive: true });
    for (const file of files) await link(file, path.join(folder, path.basename(file)));
    await writeFile(path.join(folder, 'release.json'), JSON.stringify(made));
    all.push(made);
  }
  return { id, stable: all[0], previous: all.slice(1, 1 + remembered) };
}

async function fillFolder(folder: string, release: string): Promise<void> {
  const files = [
    'remoteEntry.js',
    ...Array.from({ length: 20 }, (_, index) => `chunk-${index}.js`),
  ];
  const made = files.map((file) => path.join(folder, file));
  for (const file of made) await writeFile(file, `// ${'code '.repeat(1000)}`);
  const entries = [];
  for (let number = 0; number < others; number += 1) {
    entries.push(await makeUp(release, `mfe-team-${number}`, made));
  }
  // Older versions of the measured one, which no pointer names.
  if (measured) await makeUp(release, measured.name, made);
  const file = path.join(release, 'registry.json');
  const registry = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...registry, remotes: entries }, null, 2));
}

async function time(name: string, act: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await act();
  const seconds = ((performance.now() - begun) / 1000).toFixed(2);
  console.log(`${name.padEnd(48)} ${seconds.padStart(6)} s`);
}

const command = (...args: string[]) =>
  exitCode(
    start(process.execPath, ['--import', 'tsx', 'scripts/release.ts', ...args], {
      cwd: root,
      stdio: 'ignore',
    }),
  );

/** A copy of the built remote whose code is of a later version. */
async function change(piece: string, number: number): Promise<void> {
  const scripts = path.join(piece, 'dist/static/js/async');
  const [script = ''] = (await readdir(scripts)).filter((file) => file.endsWith('.js'));
  await appendFile(path.join(scripts, script), `\n// change ${number}`);
}

/** The command within this process. */
const rollBack = ({ release, gate }: ReleaseContext) =>
  runCommandLine(['rollback', 'mfe-catalog', '--to', release], {
    pieces: [],
    release,
    from: root,
    gate,
    typesOf: async () => undefined,
    build: async () => undefined,
    terminal: { out: () => {}, err: () => {}, isWatched: false, hasColours: false },
  });

async function publishAndGoBack(folder: string, context: ReleaseContext): Promise<void> {
  if (!measured) throw new Error('mfe-catalog is not in this workspace');
  const name = measured.name;
  const piece = path.join(folder, name);
  for (const file of ['package.json', 'remote.json', 'dist']) {
    await cp(path.join(measured.folder, file), path.join(piece, file), { recursive: true });
  }
  const types = await typesOf(root, measured.folder);
  const publishOne = () => publish(context, [{ name, folder: piece, types }]);
  await time('publish one remote, its types not judged before', publishOne);
  await change(piece, 1);
  await time('publish one remote, its types judged before', publishOne);
  await time('roll back, without starting Node', async () => rollBack(context));
  const to = ['--to', context.release];
  await change(piece, 2);
  await publishOne();
  await time('roll back, the whole command', () => command('rollback', name, ...to));
  await time('list, the whole command', () => command('list', ...to));
  await time('prune --keep 10, the whole command', () => command('prune', '--keep', '10', ...to));
}

onStop(stopAll);
await main(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-measure-'));
  const release = path.join(folder, 'release');
  const context = { release, gate: createGate(root), progress: () => undefined };
  try {
    const types = await typesOf(root, shell.folder);
    await publish(context, [{ name: 'shell', folder: shell.folder, types }]);
    await fillFolder(folder, release);
    await publishAndGoBack(folder, context);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
