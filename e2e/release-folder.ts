import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type ActiveRemotes,
  chooseRemotes,
  type PublishedRemote,
  parseRegistry,
} from '@patchwork/host';
import { serve } from '@patchwork/release';

/** The release folder under test: production bundles, as `pnpm start` publishes them. */
export const release = path.resolve(import.meta.dirname, '../.release');

export interface PrivateRelease {
  readonly url: string;
  readonly folder: string;
  /** Gives the shop another runtime configuration. */
  configure: (config: object) => Promise<void>;
  /** Edits the stable versions in registry.json. Canaries and previous versions are removed from it. */
  editRegistry: (edit: (registry: ActiveRemotes) => void) => Promise<void>;
  close: () => Promise<void>;
}

/** Serves a copy of the release at an address of its own. */
export async function openRelease(defaultConfig = {}): Promise<PrivateRelease> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-release-'));
  // Synchronous, because `cp` takes ten times as long for a thousand files.
  cpSync(release, folder, { recursive: true });
  const server = await serve({ release: folder, port: 0, defaultConfig });
  const registryFile = path.join(folder, 'registry.json');
  return {
    url: server.url,
    folder,
    configure: (config) => writeFile(path.join(folder, 'config.json'), JSON.stringify(config)),
    async editRegistry(edit) {
      const releases = await readRegistry(folder);
      const registry = chooseRemotes(releases, { bucket: undefined, failed: [] });
      edit(registry);
      const remotes = registry.remotes.map((stable) => ({ id: stable.id, stable }));
      await writeFile(registryFile, JSON.stringify({ ...releases, remotes }));
    },
    async close() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Returns the paths of all files in a folder, relative to it. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Returns the SHA-256 hashes of the wanted files in a folder, by path. */
export async function hashFiles(
  folder: string,
  wanted: (file: string) => boolean,
): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const file of (await listFiles(folder)).filter(wanted)) {
    const content = await readFile(path.join(folder, file));
    hashes[file] = createHash('sha256').update(content).digest('hex');
  }
  return hashes;
}

/** Hashes the files that no release of a remote changes: all but hidden files, remotes, registry and page. */
export const shellBytes = (release: string) =>
  hashFiles(release, (file) => !/^(?:\.|remotes\/|(?:static\/)?registry\.|index\.html)/.test(file));

/** A change to one file of a published version. `file` is the beginning of the file's name, without folders. */
export type Change = readonly [file: string, change: (text: string) => string];

interface Pointers {
  readonly stable: PublishedRemote;
  readonly canary?: { readonly release: PublishedRemote; readonly percent: number };
  readonly previous?: readonly PublishedRemote[];
}

const folderOf = (release: string, { entry }: PublishedRemote): string =>
  path.join(release, path.dirname(entry));

export const integrityOf = (content: Buffer | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

const isCompressed = (file: string): boolean => /\.(?:br|gz|dcz)$/.test(file);

/** Finds a file by the beginning of its name, preferring a script. Rejects if there is no such file. */
export async function fileNamed(folder: string, name: string): Promise<string> {
  const isNamed = (file: string) => path.basename(file).startsWith(name) && !isCompressed(file);
  const named = (await listFiles(folder)).filter(isNamed);
  const file = named.find((each) => each.endsWith('.js')) ?? named[0];
  if (file === undefined) throw new Error(`${folder} holds no ${name}`);
  return path.join(folder, file);
}

/** Writes a file and deletes its compressed copies, which would be served with the old content. */
async function rewrite(file: string, text: string): Promise<void> {
  await writeFile(file, text);
  const { dir, base } = path.parse(file);
  const isCopy = (name: string) => name.startsWith(`${base}.`) && isCompressed(name);
  for (const copy of (await readdir(dir)).filter(isCopy)) await rm(path.join(dir, copy));
}

/** Changes a file. Returns its content before and after the change. Rejects if the text stays the same. */
export async function editFile(
  folder: string,
  [name, change]: Change,
): Promise<readonly [Buffer, string]> {
  const file = await fileNamed(folder, name);
  const before = await readFile(file);
  const after = change(before.toString());
  if (after === before.toString()) throw new Error(`nothing of ${name} was changed`);
  await rewrite(file, after);
  return [before, after];
}

/** Changes a file of a version, but not the file's hash in the registry and in the entry. */
export async function tamper(
  release: string,
  version: PublishedRemote,
  ...change: Change
): Promise<void> {
  await editFile(folderOf(release, version), change);
}

/** Changes the live shell's file whose path in static/ begins with `name`, but not the file's hash in the page. */
export async function tamperShell(release: string, ...[name, change]: Change): Promise<void> {
  const page = await readFile(path.join(release, 'index.html'), 'utf8');
  const named = page.split('"/static/').map((rest) => rest.split('"', 1).join());
  const file = named.find((each) => each.startsWith(name));
  if (file === undefined) throw new Error(`the page names no ${name}`);
  const { dir, base } = path.parse(file);
  await editFile(path.join(release, 'static', dir), [base, change]);
}

export const removeFiles = (release: string, version: PublishedRemote): Promise<void> =>
  rm(folderOf(release, version), { recursive: true });

export const readRegistry = async (release: string) =>
  parseRegistry(JSON.parse(await readFile(path.join(release, 'registry.json'), 'utf8'))).registry;

export async function stableVersion(release: string, id: string): Promise<PublishedRemote> {
  const remote = (await readRegistry(release)).remotes.find((known) => known.id === id);
  if (!remote) throw new Error(`the release has no ${id}`);
  return remote.stable;
}

/** Returns a bucket whose visitors get a remote's canary or, for 'stable', its stable version despite the canary. */
export async function bucketOf(
  release: string,
  id: string,
  channel: 'canary' | 'stable',
): Promise<number> {
  const registry = await readRegistry(release);
  const channelOf = (bucket: number) =>
    chooseRemotes(registry, { bucket, failed: [] }).remotes.find((remote) => remote.id === id)
      ?.channel;
  const found = Array.from({ length: 100 }, (_, bucket) => bucket).find(
    (bucket) => channelOf(bucket) === channel,
  );
  if (found === undefined) throw new Error(`no bucket is in ${channel}`);
  return found;
}

/** Adds a version without a build: a copy of another version's files, with changes and matching hashes. */
export async function addVersion(
  release: string,
  base: PublishedRemote,
  version: string,
  ...changes: readonly Change[]
): Promise<PublishedRemote> {
  const entry = `/remotes/${base.id}/${version}/${path.basename(base.entry)}`;
  const added = { ...base, version, entry };
  const folder = folderOf(release, added);
  cpSync(folderOf(release, base), folder, { recursive: true });
  const hashes: [string, string][] = [];
  for (const change of changes) {
    const [before, after] = await editFile(folder, change);
    hashes.push([integrityOf(before), integrityOf(after)]);
  }
  const container = path.join(folder, path.basename(entry));
  let text = await readFile(container, 'utf8');
  for (const [before, after] of hashes) text = text.replaceAll(before, after);
  await rewrite(container, text);
  const files = (await listFiles(folder)).filter((file) => !isCompressed(file));
  const integrity = await Promise.all(
    files.map(async (file) => [file, integrityOf(await readFile(path.join(folder, file)))]),
  );
  return { ...added, integrity: Object.fromEntries(integrity) };
}

/** Writes a remote's pointers into registry.json, which alone decides what is live. */
export async function point(release: string, pointers: Pointers): Promise<void> {
  const { id } = pointers.stable;
  const { remotes, ...rest } = await readRegistry(release);
  const updated = remotes.map((remote) => (remote.id === id ? { id, ...pointers } : remote));
  const text = JSON.stringify({ ...rest, remotes: updated });
  await writeFile(path.join(release, 'registry.json'), text);
}
