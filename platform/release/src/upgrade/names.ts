import { packageOf } from '@patchwork/build/workspace';
import { readTypes } from '../gate/types/types-index.ts';
import type { LiveUse } from './live-uses.ts';

/** Names that a piece takes from a package, by module: 'react/jsx-runtime' has 'jsx'. */
export type UsedNames = Readonly<Record<string, readonly string[]>>;

/** Names of a module object itself, which bundlers add. */
const ofModules = new Set(['default', '__esModule']);

/**
 * Reads which names of a package a live version takes from the shell: those that its types state, and those in its
 * scripts. Undefined if neither tells, as the scripts of some bundlers don't.
 */
export async function readUsedNames(
  { folder, files }: LiveUse,
  name: string,
): Promise<UsedNames | undefined> {
  // Loaded on demand: the TypeScript compiler takes longer to load than everything else here.
  const { readSharedImports } = await import('../build/build-imports.ts');
  const stated = (await readTypes(folder))?.index.imports ?? {};
  const built = await readSharedImports(folder, files).catch(() => ({}));
  const used: Record<string, readonly string[]> = {};
  for (const [module, names] of [...Object.entries(stated), ...Object.entries(built)]) {
    if (packageOf(module) !== name) continue;
    const known = [...(used[module] ?? []), ...Object.keys(names)];
    used[module] = [...new Set(known)].filter((each) => !ofModules.has(each)).sort();
  }
  return Object.keys(used).length > 0 ? used : undefined;
}
