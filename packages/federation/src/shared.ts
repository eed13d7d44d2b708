import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What all pieces must hold one copy of. Sharing jotai alone is not enough: two evaluated copies of
 * an atom's module hold separate values, so our own packages with state are shared as well.
 */
const npmPackages = [
  'react',
  'react/',
  'react-dom',
  'react-dom/',
  'jotai',
  'jotai-tanstack-query',
  '@tanstack/query-core',
  'react-toastify',
] as const;

const ownPackages = ['@patchwork/api', '@patchwork/router', '@patchwork/state'] as const;

interface SharedPackage {
  singleton: true;
  version?: string;
  requiredVersion?: string;
}

/** The federation plugin's `shared` option. `root` is the folder of the piece that is being built. */
export function sharedPackages(root: string): Record<string, SharedPackage> {
  // The runtime warns of "workspace:*", so our own packages state their versions.
  const own = ownPackages.map((name) => {
    const manifest = path.join(root, 'node_modules', name, 'package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    return [name, { singleton: true, version, requiredVersion: `^${version}` }] as const;
  });
  const npm = npmPackages.map((name) => [name, { singleton: true }] as const);
  return Object.fromEntries([...npm, ...own]);
}
