import type { RegistryDocument } from './registry-document.ts';

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/**
 * The name of every version that a registry may mean: whatever it writes, alone or as a part of a
 * path. An entry in words of a later format can't be read here, but its versions can be spared.
 */
export const namedVersions = (document: RegistryDocument): ReadonlySet<string> =>
  new Set(
    textsIn([document.shell, document.remotes]).flatMap((text) => [text, ...text.split('/')]),
  );
