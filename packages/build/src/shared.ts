import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Packages that a page must hold only once. Sharing jotai alone is not enough: two evaluated copies of an atom's module
 * hold separate values, so the module that has the atoms is shared as well. A name that ends with "/" stands for every
 * module below the package.
 */
export const sharedPackageNames = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'jotai',
  '@patchwork/shop',
  // Used by the devtools, which show what only a page's owner knows. No team's remote has it installed.
  '@patchwork/state/host',
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

/** The package of a module: 'react' of 'react/'. */
export const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

/**
 * Returns a range of a package.json as a published package has it. The catalog states exact versions, which stand for
 * all versions that are compatible with them.
 */
function publishedRange(stated: string | undefined, version: string): string {
  if (stated === undefined || stated.startsWith('catalog:')) return `^${version}`;
  if (!stated.startsWith('workspace:')) return stated;
  const range = stated.slice('workspace:'.length);
  if (range === '*') return version;
  return range === '^' || range === '~' ? range + version : range;
}

/**
 * Shared packages that are installed in the folder `root` of a piece, with their versions and the ranges that its
 * package.json accepts. Both are stated: left to itself the federation plugin takes "catalog:" and "workspace:^" for
 * versions.
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

/** Shares the host's copies, which every piece gets. They are eager: every page needs them at once. */
export const sharedByHost = (root: string) => withEach(root, { eager: true });

/**
 * Shares packages without copies of the remote's own: these would be most of its bytes, and no page would load them. A
 * remote that is newer than the page's shell, as in a page that was open while both were released, is refused, and its
 * previous version takes its place: the new one would lack a name at some later click.
 */
export function sharedByRemote(root: string) {
  const { '@patchwork/shop': shop, ...others } = withEach(root, { import: false as const });
  return { ...others, ...(shop && { '@patchwork/shop': { ...shop, strictVersion: true } }) };
}

interface Stats {
  readonly shared: { readonly name: string; version: string }[];
}

/**
 * Writes the versions that a remote was built with into its manifest: the plugin states only ranges for packages
 * without a copy in the remote. 'react/jsx-runtime' has React's version.
 */
export function stateSharedVersions(root: string, stats: Stats): void {
  const installed = sharedBy(root);
  for (const shared of stats.shared) {
    const known = installed[shared.name] ?? installed[shared.name.replace(/(?<=\/)[^/]*$/, '')];
    if (known) shared.version = known.version;
  }
}
