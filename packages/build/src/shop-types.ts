import { isParameter, type RemoteDeclaration, segmentsOf } from '@patchwork/federation';

type DeclaresPages = Pick<RemoteDeclaration, 'routes'>;

const key = (name: string): string => (/^[a-z]+$/.test(name) ? name : `'${name}'`);

/** The parameters of a path as a type: `{ productId: string }`, or `object` where it has none. */
function parametersOf(path: string): string {
  const names = segmentsOf(path)
    .filter(isParameter)
    .map((segment) => segment.slice(1));
  if (names.length === 0) return 'object';
  return `{ ${names.map((name) => `${name}: string`).join('; ')} }`;
}

/**
 * Returns the text of shop.d.ts: the types of what remotes declare, of a workspace or of a live shop. A page
 * that several versions declare is in it once, as the first of them has it.
 */
export function shopTypes(remotes: readonly DeclaresPages[]): string {
  const routes = remotes.flatMap((remote) => remote.routes);
  const pages = new Map(routes.toReversed().map(({ page, path }) => [page, parametersOf(path)]));
  const lines = [...pages.keys()].sort().map((page) => `  ${key(page)}: ${pages.get(page)};`);
  return `// Generated from the remotes' declarations (remote.json). Do not edit.

interface PatchworkPages {
${lines.join('\n')}
}
`;
}
