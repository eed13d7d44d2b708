import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { findPackage } from '@patchwork/build/workspace';
import { satisfies } from 'semver';
import * as v from 'valibot';
import type { Manifest, PackageSource } from './package-source.ts';

const ranges = v.optional(v.record(v.string(), v.string()));

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  peerDependencies: ranges,
  dependencies: ranges,
});

/** A package that the shop shares, or that a piece bundles, whose peer range excludes the wanted version. */
export interface Peer {
  readonly name: string;
  readonly version: string;
  readonly range: string;
  /** Pieces and shared packages that depend on it; empty for a shared package. */
  readonly by: readonly string[];
  /** Whether its sources are in this workspace, so that its range can be widened here. */
  readonly isOwn: boolean;
  /** A newer version that accepts the wanted one. */
  readonly next?: string;
}

export interface Peers {
  readonly excluding: readonly Peer[];
  /** Packages whose peer ranges are unknown: the live version is neither installed here nor in the registry. */
  readonly unknown: readonly string[];
}

interface Installed {
  readonly manifest: Manifest;
  readonly folder: string;
}

async function readInstalled(from: string, name: string): Promise<Installed | undefined> {
  const found = findPackage(from, name);
  if (found === undefined) return undefined;
  const folder = await realpath(found);
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '');
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  return success ? { manifest: output, folder } : undefined;
}

/** Finds the live version of a shared package: the installed one if it is the same, else the registry's. */
async function readShared(
  places: readonly string[],
  [name, version]: readonly [string, string],
  { find }: PackageSource,
): Promise<Partial<Installed> | undefined> {
  for (const place of places) {
    const installed = await readInstalled(place, name);
    if (installed?.manifest.version === version) return installed;
  }
  const found = await find(name, version);
  return found.state === 'found' ? { manifest: found.manifest } : undefined;
}

export interface PeerQuestion {
  readonly name: string;
  readonly version: string;
  /** Versions of the packages that the live shell shares. */
  readonly copies: Readonly<Record<string, string>>;
  /** Pieces in this workspace or repository. */
  readonly pieces: readonly { readonly name: string; readonly folder: string }[];
}

const accepts = (range: string, version: string): boolean =>
  satisfies(version, range, { includePrerelease: true });

/**
 * Finds the packages that exclude a version of a package as their peer: those that the shell shares, and the direct
 * dependencies of these and of the pieces here.
 */
export async function findPeers(
  { name, version, copies, pieces }: PeerQuestion,
  source: PackageSource,
): Promise<Peers> {
  const places = pieces.map(({ folder }) => folder);
  const peers = new Map<string, Peer>();
  const unknown: string[] = [];

  async function judge(found: Partial<Installed>, by: string): Promise<void> {
    const { manifest, folder } = found;
    const range = manifest?.peerDependencies?.[name];
    if (!manifest || range === undefined || accepts(range, version)) return;
    const key = `${manifest.name}@${manifest.version}`;
    const known = peers.get(key);
    if (known) {
      const isNew = by !== '' && !known.by.includes(by) && known.by.length > 0;
      if (isNew) peers.set(key, { ...known, by: [...known.by, by] });
      return;
    }
    const isOwn = folder !== undefined && !folder.split(path.sep).includes('node_modules');
    const newest = isOwn ? undefined : await source.find(manifest.name, 'latest');
    const next = newest?.state === 'found' ? newest.manifest : undefined;
    const nextRange = next?.peerDependencies?.[name];
    const isSolved = next && (nextRange === undefined || accepts(nextRange, version));
    peers.set(key, {
      ...{ name: manifest.name, version: manifest.version, range, isOwn },
      by: by === '' ? [] : [by],
      ...(isSolved && { next: next.version }),
    });
  }

  async function judgeDependencies(folder: string, manifest: Manifest, by: string) {
    for (const dependency of Object.keys(manifest.dependencies ?? {})) {
      // A shared package comes from the shell: its live version counts, not the installed one.
      if (Object.hasOwn(copies, dependency)) continue;
      const installed = await readInstalled(folder, dependency);
      if (installed) await judge(installed, by);
    }
  }

  const others = Object.entries(copies).filter(([shared]) => shared !== name);
  // Asked at once: npm takes more than a second for each.
  const found = await Promise.all(others.map((shared) => readShared(places, shared, source)));
  for (const [index, [shared]] of others.entries()) {
    const installed = found[index];
    if (!installed) unknown.push(shared);
    else {
      await judge(installed, '');
      const { folder, manifest } = installed;
      if (folder !== undefined && manifest) await judgeDependencies(folder, manifest, shared);
    }
  }
  for (const { name: piece, folder } of pieces) {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '');
    const schema = v.pipe(v.string(), v.parseJson(), v.object({ dependencies: ranges }));
    const { success, output } = v.safeParse(schema, text);
    const manifest = { name: piece, version: '', dependencies: success ? output.dependencies : {} };
    await judgeDependencies(folder, manifest, piece);
  }
  return { excluding: [...peers.values()], unknown };
}
