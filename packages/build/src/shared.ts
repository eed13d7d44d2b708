import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What all pieces must hold one copy of. Sharing jotai alone is not enough: two evaluated copies of
 * an atom's module hold separate values, so our own packages with state are shared as well. A name
 * that ends with "/" stands for every module below the package.
 */
export const sharedPackageNames = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'jotai',
  'jotai-tanstack-query',
  '@tanstack/query-core',
  'react-toastify',
  '@patchwork/api',
  '@patchwork/router',
  '@patchwork/state',
] as const;

interface SharedPackage {
  singleton: true;
  /** In the first download, instead of one hop behind it. */
  eager: boolean;
  version: string;
  requiredVersion: string;
}

/**
 * The federation plugin's `shared` option. `root` is the folder of the piece that is being built.
 * The host is `eager`: its copy wins, and every page needs it. A remote's copy is only a fallback.
 * Versions are stated: left to itself the plugin takes "catalog:" and "workspace:*" for versions.
 */
export function sharedPackages(root: string, eager: boolean): Record<string, SharedPackage> {
  const describe = (name: string): [string, SharedPackage] => {
    const manifest = path.join(root, 'node_modules', name, 'package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return [name, { singleton: true, eager, version, requiredVersion: `^${version}` }];
  };
  return Object.fromEntries(sharedPackageNames.map(describe));
}
