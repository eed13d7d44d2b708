import {
  isParameter,
  matchRoute,
  namesIn,
  namesOfHead,
  type Registry,
  segmentsOf,
} from '@patchwork/federation';
import type { PrerenderedPage } from '../folder/prerendered.ts';
import type { DeclaredHead } from '../head/declared-heads.ts';
import { fillPath } from '../head/fill-path.ts';
import type { Question } from './answers.ts';
import type { Shop } from './shop.ts';

/** A declared path. */
export interface ShopRoute {
  readonly path: string;
  /** Undefined where only a canary declares the path. */
  readonly declared: DeclaredHead | undefined;
  /** The path has parameters: it is the path that says what the page shows, not the query. */
  readonly hasParameters: boolean;
  /** The call of the API that the page is filled from, and the names of the values in its head and its HTML. */
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

/** The placeholders in the prerendered page of a path. */
const namesOfPage = (prerendered: readonly PrerenderedPage[], path: string): string[] =>
  prerendered
    .filter(({ remote, module }) =>
      remote.routes.some((route) => route.path === path && route.module === module),
    )
    .flatMap(({ forms }) => forms.flatMap(namesIn));

type Declared = Pick<Shop, 'registry' | 'heads' | 'prerendered'>;

/** Returns the route of a requested path; undefined where no remote declares one. */
export function routeFinder({
  registry,
  heads,
  prerendered,
}: Declared): (pathname: string) => ShopRoute | undefined {
  const headOf = new Map(heads.map((declared) => [declared.path, declared]));
  const routes = declaredPaths(registry).map((path): ShopRoute => {
    const declared = headOf.get(path);
    const names = declared?.head
      ? [...namesOfHead(declared.head), ...namesOfPage(prerendered, path)]
      : [];
    const hasParameters = segmentsOf(path).some(isParameter);
    return { path, declared, hasParameters, call: declared?.head?.data, names };
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

/** A requested address. */
export interface Requested {
  readonly pathname: string;
  readonly hasQuery: boolean;
}

/**
 * What a page has to ask the API; undefined where it needs no data, or where a query, as that of a filtered list,
 * may change what it shows.
 */
export function questionOf(
  route: ShopRoute,
  { pathname, hasQuery }: Requested,
): Question | undefined {
  const { path, hasParameters, call, names } = route;
  if (call === undefined || (hasQuery && !hasParameters)) return undefined;
  const parameters = parametersOf(route, pathname);
  return { address: fillPath(path, parameters), call: fillPath(call, parameters), names };
}
