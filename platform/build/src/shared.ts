import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPackage } from './installed.ts';
import type { Kit } from './kit.ts';

type Shared = Pick<Kit, 'shared'>;

/** Returns the names of the packages that a page must load only once: those of React, and those of the kit. */
export const sharedNames = ({ shared }: Shared): string[] => [
  ...['react', 'react/', 'react-dom', 'react-dom/'],
  ...Object.keys(shared),
];

interface SharedPackage {
  singleton: true;
  version: string;
  requiredVersion: string;
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** Returns the package that a name belongs to: 'react' for 'react/'. */
export const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

/** Matches a range of versions; not an address, such as `file:../shop.tgz`, and not the name of a tag. */
const isRange = /^[\^~<>=*v\d\s]/;

/**
 * Returns the published form of a version range in a package.json. An exact version from the catalog, and one that was
 * installed from an address or by a tag, becomes the range of all versions that are compatible with it.
 */
function publishedRange(stated: string | undefined, version: string): string {
  const [, protocol, range = ''] = /^(workspace:|npm:@?[^@]+@)?(.*)$/s.exec(stated ?? '') ?? [];
  if (protocol === 'workspace:' && range === '*') return version;
  if (protocol === 'workspace:' && /^[\^~]$/.test(range)) return range + version;
  return isRange.test(range) ? range : `^${version}`;
}

/**
 * Returns the shared packages that are installed for the piece in `root`, with their versions and the ranges in the
 * piece's package.json. Both are stated explicitly, because the federation plugin would take "catalog:" and
 * "workspace:^" for versions.
 */
export function sharedBy(root: string, kit: Shared): Record<string, SharedPackage> {
  const { dependencies, peerDependencies } = readManifest(root);
  const stated = { ...peerDependencies, ...dependencies };
  const installed = sharedNames(kit).flatMap((name): [string, SharedPackage][] => {
    const owner = packageOf(name);
    const folder = findPackage(root, owner);
    if (folder === undefined) return [];
    const { version } = readManifest(folder);
    const requiredVersion = publishedRange(stated[owner], version);
    return [[name, { singleton: true, version, requiredVersion }]];
  });
  return Object.fromEntries(installed);
}

/** Returns the host's shared packages, whose copies all pieces use. Eager, because every page needs them at once. */
export const sharedByHost = (root: string, kit: Shared) =>
  Object.fromEntries(
    Object.entries(sharedBy(root, kit)).map(([name, shared]) => [name, { ...shared, eager: true }]),
  );

/**
 * Returns a remote's shared packages, without fallback copies, which would be most of its bytes and never be used. A
 * package's re-exported subpaths get the package itself, by its `shareKey`.
 */
export function sharedByRemote(root: string, kit: Shared) {
  const entries = Object.entries(sharedBy(root, kit)).flatMap(([name, shared]) => {
    const { reexported = [], ...options } = kit.shared[name] ?? {};
    const remote = { ...shared, import: false as const, ...options };
    return [
      [name, remote] as const,
      ...reexported.map(
        (subpath) => [`${name}/${subpath}`, { ...remote, shareKey: name }] as const,
      ),
    ];
  });
  return Object.fromEntries(entries);
}

interface Stats {
  readonly shared: { readonly name: string; version: string }[];
}

/**
 * Sets the version of each shared package in a remote's manifest to the installed one, with which the remote was built:
 * without fallback copies, the plugin writes only ranges. 'react/jsx-runtime' gets React's version.
 */
export function stateSharedVersions(
  installed: Readonly<Record<string, SharedPackage>>,
  stats: Stats,
): void {
  for (const shared of stats.shared) {
    const known = installed[shared.name] ?? installed[shared.name.replace(/(?<=\/)[^/]*$/, '')];
    if (known) shared.version = known.version;
  }
}
