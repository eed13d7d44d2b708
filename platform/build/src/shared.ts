import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Packages that a page must load only once. Sharing jotai alone is not enough: two copies of a module that creates
 * atoms hold separate values, so those modules are shared as well. A name that ends with "/" includes all of the
 * package's subpaths.
 */
export const sharedPackageNames = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'jotai',
  '@patchwork/shop',
  // For the devtools, which show the internals of a page's owner. Teams' remotes don't install it.
  '@patchwork/shop/state/host',
] as const;

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

/**
 * Returns the published form of a version range in a package.json. An exact version from the catalog becomes the range
 * of all versions that are compatible with it.
 */
function publishedRange(stated: string | undefined, version: string): string {
  if (stated === undefined || stated.startsWith('catalog:')) return `^${version}`;
  if (!stated.startsWith('workspace:')) return stated;
  const range = stated.slice('workspace:'.length);
  if (range === '*') return version;
  return range === '^' || range === '~' ? range + version : range;
}

/**
 * Returns the shared packages that are installed for the piece in `root`, with their versions and the ranges in the
 * piece's package.json. Both are stated explicitly, because the federation plugin would take "catalog:" and
 * "workspace:^" for versions.
 */
export function sharedBy(root: string): Record<string, SharedPackage> {
  const { dependencies, peerDependencies } = readManifest(root);
  const stated = { ...peerDependencies, ...dependencies };
  const describe = (name: string): [string, SharedPackage] => {
    const owner = packageOf(name);
    const { version } = readManifest(path.join(root, 'node_modules', owner));
    const requiredVersion = publishedRange(stated[owner], version);
    return [name, { singleton: true, version, requiredVersion }];
  };
  const installed = sharedPackageNames.filter((name) =>
    existsSync(path.join(root, 'node_modules', packageOf(name))),
  );
  return Object.fromEntries(installed.map(describe));
}

const withEach = <Options extends object>(root: string, options: Options) =>
  Object.fromEntries(
    Object.entries(sharedBy(root)).map(([name, shared]) => [name, { ...shared, ...options }]),
  );

/** Returns the host's shared packages, whose copies all pieces use. Eager, because every page needs them at once. */
export const sharedByHost = (root: string) => withEach(root, { eager: true });

/**
 * Returns a remote's shared packages, without fallback copies, which would be most of its bytes and never be used. A
 * remote that is newer than the shell of an open page is refused, and its previous version is used instead. Otherwise
 * it could fail later, for lack of an export.
 */
export function sharedByRemote(root: string) {
  const { '@patchwork/shop': shop, ...others } = withEach(root, { import: false as const });
  return { ...others, ...(shop && { '@patchwork/shop': { ...shop, strictVersion: true } }) };
}

interface Stats {
  readonly shared: { readonly name: string; version: string }[];
}

/**
 * Sets the version of each shared package in a remote's manifest to the one that the remote was built with: without
 * fallback copies, the plugin writes only ranges. 'react/jsx-runtime' gets React's version.
 */
export function stateSharedVersions(root: string, stats: Stats): void {
  const installed = sharedBy(root);
  for (const shared of stats.shared) {
    const known = installed[shared.name] ?? installed[shared.name.replace(/(?<=\/)[^/]*$/, '')];
    if (known) shared.version = known.version;
  }
}
