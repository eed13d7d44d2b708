import { isParameter, type RemoteDeclaration, segmentsOf } from '@patchwork/federation';

type Declares = Pick<RemoteDeclaration, 'routes' | 'stores'>;

const key = (name: string): string => (/^[a-z]+$/.test(name) ? name : `'${name}'`);

const members = (types: ReadonlyMap<string, string>): string =>
  [...types.keys()]
    .sort()
    .map((name) => `\n  ${key(name)}: ${types.get(name)};`)
    .join('') + (types.size > 0 ? '\n' : '');

/** Parameters of a path as a type: `{ productId: string }`, or `object` if it has none. */
function parametersOf(path: string): string {
  const names = segmentsOf(path)
    .filter(isParameter)
    .map((segment) => segment.slice(1));
  if (names.length === 0) return 'object';
  return `{ ${names.map((name) => `${name}: string`).join('; ')} }`;
}

/**
 * Returns the text of shop.d.ts: the types of the pages that remotes declare, and of the names that they store under. A
 * page or name that several versions declare is listed once, as the first of them has it. A repository of its own gets
 * the pages of the live shop, and only the names of its own remote.
 */
export function shopTypes(remotes: readonly Declares[]): string {
  const routes = remotes.flatMap((remote) => remote.routes);
  const pages = new Map(routes.toReversed().map(({ page, path }) => [page, parametersOf(path)]));
  const stores = remotes
    .toReversed()
    .flatMap((remote) => Object.entries(remote.stores ?? {}))
    .map(([name, { scope }]) => [name, `'${scope}'`] as const);
  return `// Generated from the remotes' declarations (remote.json). Do not edit.

interface PatchworkPages {${members(pages)}}

interface PatchworkStores {${members(new Map(stores))}}
`;
}
