import { isParameter, matchRoute, segmentsOf } from './match-route.ts';
import { pathOfPage } from './path-of-page.ts';

interface Moves {
  readonly routes: readonly {
    readonly page: string;
    readonly path: string;
    readonly from?: readonly string[] | undefined;
  }[];
}

/**
 * The path that an old address of a page leads to, with its parameters; undefined for any other address. Takes
 * and returns a decoded and an encoded path.
 */
export function newPathOf(remotes: readonly Moves[], pathname: string): string | undefined {
  const routes = remotes.flatMap((remote) =>
    remote.routes.flatMap(({ page, from = [] }) => from.map((path) => ({ page, path }))),
  );
  const old = matchRoute([{ routes }], pathname)?.route;
  if (!old) return undefined;
  const values = segmentsOf(pathname);
  const parameters = segmentsOf(old.path).flatMap((segment, index) =>
    isParameter(segment) ? [[segment.slice(1), values[index] ?? '']] : [],
  );
  return pathOfPage(remotes, old.page, Object.fromEntries(parameters));
}
