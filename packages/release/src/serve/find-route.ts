import {
  isParameter,
  matchRoute,
  namesOfHead,
  type Registry,
  segmentsOf,
} from '@patchwork/federation';
import type { DeclaredHead } from '../head/declared-heads.ts';
import { fillPath } from '../head/fill-path.ts';

/** The declared path that a request belongs to. */
export interface FoundRoute {
  readonly path: string;
  /** Undefined where only a canary declares the path. */
  readonly declared: DeclaredHead | undefined;
  /** The page's own address, however the request wrote it. */
  readonly address: string;
  /** The call of the API that the page's head is filled from, and the names of the values in it. */
  readonly call: string | undefined;
  readonly names: readonly string[];
}

/** Every path that a live version declares. */
function declaredPaths({ remotes }: Registry): string[] {
  const live = remotes.flatMap(({ stable, canary }) => [
    stable,
    ...(canary ? [canary.release] : []),
  ]);
  return [...new Set(live.flatMap(({ routes }) => routes.map((route) => route.path)))];
}

/** The parameters of a route in a path that matches it. */
function parametersOf(route: string, pathname: string): Record<string, string> {
  const values = segmentsOf(pathname);
  const entries = segmentsOf(route).map(
    (segment, index) => [segment, values[index] ?? ''] as const,
  );
  return Object.fromEntries(
    entries
      .filter(([segment]) => isParameter(segment))
      .map(([name, value]) => [name.slice(1), value]),
  );
}

/** Returns the route of a requested path; undefined where no remote declares one. */
export function routeFinder(
  registry: Registry,
  heads: readonly DeclaredHead[],
): (pathname: string) => FoundRoute | undefined {
  const headOf = new Map(heads.map((declared) => [declared.path, declared]));
  const routes = declaredPaths(registry).map((path) => {
    const declared = headOf.get(path);
    const names = declared?.head ? namesOfHead(declared.head) : [];
    return { path, declared, address: path, call: declared?.head?.data, names };
  });
  // Looked up first: comparing a path with the routes of 100 remotes takes longer than the rest.
  const literal = new Map(routes.map((route) => [route.path, route]));
  return (pathname) => {
    const route = literal.get(pathname) ?? matchRoute([{ routes }], pathname)?.route;
    if (!route?.path.includes(':')) return route;
    const { path, call } = route;
    const parameters = parametersOf(path, pathname);
    return {
      ...route,
      address: fillPath(path, parameters),
      call: call && fillPath(call, parameters),
    };
  };
}
