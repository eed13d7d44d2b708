import {
  isParameter,
  matchRoute,
  namesOfHead,
  type Registry,
  segmentsOf,
} from '@patchwork/federation';
import type { DeclaredHead } from '../head/declared-heads.ts';
import { fillPath } from '../head/fill-path.ts';
import type { Question } from './answers.ts';

/** A declared path. */
export interface ShopRoute {
  readonly path: string;
  /** Undefined where only a canary declares the path. */
  readonly declared: DeclaredHead | undefined;
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

/** Returns the route of a requested path; undefined where no remote declares one. */
export function routeFinder(
  registry: Registry,
  heads: readonly DeclaredHead[],
): (pathname: string) => ShopRoute | undefined {
  const headOf = new Map(heads.map((declared) => [declared.path, declared]));
  const routes = declaredPaths(registry).map((path): ShopRoute => {
    const declared = headOf.get(path);
    const names = declared?.head ? namesOfHead(declared.head) : [];
    return { path, declared, call: declared?.head?.data, names };
  });
  // Looked up first: comparing a path with the routes of 100 remotes takes longer than the rest.
  const literal = new Map(routes.map((route) => [route.path, route]));
  return (pathname) => literal.get(pathname) ?? matchRoute([{ routes }], pathname)?.route;
}

/** The parameters of a route in a path that matches it. */
function parametersOf({ path }: ShopRoute, pathname: string): Record<string, string> {
  const values = segmentsOf(pathname);
  const entries = segmentsOf(path).map((segment, index) => [segment, values[index] ?? ''] as const);
  return Object.fromEntries(
    entries
      .filter(([segment]) => isParameter(segment))
      .map(([segment, value]) => [segment.slice(1), value]),
  );
}

/** What a page has to ask the API; undefined where its head needs no data. */
export function questionOf(route: ShopRoute, pathname: string): Question | undefined {
  const { path, call, names } = route;
  if (call === undefined) return undefined;
  const parameters = parametersOf(route, pathname);
  return { address: fillPath(path, parameters), call: fillPath(call, parameters), names };
}
