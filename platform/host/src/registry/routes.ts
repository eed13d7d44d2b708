import type { DeclaredRoute } from './declaration.ts';

interface Routed<R> {
  readonly routes: readonly R[];
}

export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

export const isParameter = (segment: string): boolean => segment.startsWith(':');

/** Last segment of the path of a page that owns everything below it: '/lab/*' also has '/lab' and '/lab/a/b'. */
export const REST = '*';

export const ownsRest = (path: string): boolean => path.endsWith(`/${REST}`);

const fits = (pattern: string[], path: string[]): boolean =>
  (pattern.at(-1) === REST ? pattern.length <= path.length + 1 : pattern.length === path.length) &&
  pattern.every(
    (segment, index) =>
      segment === REST ||
      isParameter(segment) ||
      segment.toLowerCase() === path[index]?.toLowerCase(),
  );

/** Says how exact a path is, as the router does: of two matching routes, the more exact one wins. */
const exactness = (path: string): number =>
  segmentsOf(path).reduce(
    (sum, segment) => sum + (segment === REST ? -1 : isParameter(segment) ? 4 : 11),
    0,
  );

/** Segments of the paths that routes have: a page of 100 remotes matches all of them some ten times while it starts. */
const patterns = new Map<string, string[]>();

function patternOf(path: string): string[] {
  const known = patterns.get(path) ?? segmentsOf(path);
  patterns.set(path, known);
  return known;
}

/**
 * Finds the remote and the route that a path belongs to, ignoring case. Of several matching routes, the most exact one
 * wins. Inlined into the page's HTML to start the first downloads, so it imports no library.
 */
export function matchRoute<R extends { readonly path: string }, T extends Routed<R>>(
  remotes: readonly T[],
  pathname: string,
): { readonly remote: T; readonly route: T['routes'][number] } | undefined {
  // The router matches no path with an empty segment. Trailing slashes are ignored.
  if (/\/\/+[^/]/.test(pathname)) return undefined;
  const path = segmentsOf(pathname);
  let best: { remote: T; route: T['routes'][number] } | undefined;
  for (const remote of remotes) {
    for (const route of remote.routes) {
      if (!fits(patternOf(route.path), path)) continue;
      if (!best || exactness(route.path) > exactness(best.route.path)) best = { remote, route };
    }
  }
  return best;
}

/** A segment that no route contains literally, so only parameters match it. */
const anything = '~';

/** More segments than any path has: only a page that owns everything below its path has such an address. */
const DEEP = 30;

/**
 * Returns an address that two routes have in common; undefined if there is none. A third route that matches this
 * address matches all common addresses.
 */
export function commonAddress(one: string, other: string): string | undefined {
  const paths = [segmentsOf(one), segmentsOf(other)] as const;
  const lengths = paths.map((path) => (path.at(-1) === REST ? Number.NaN : path.length));
  const [length = DEEP] = lengths.filter((each) => !Number.isNaN(each));
  const [a, b] = paths.map((path) =>
    path.at(-1) === REST
      ? [...path.slice(0, -1), ...Array(Math.max(0, length - path.length + 1)).fill(`:${REST}`)]
      : path,
  ) as [string[], string[]];
  if (a.length !== b.length) return undefined;
  const common = a.map((segment, index) => {
    const opposite = b[index] ?? '';
    if (!isParameter(segment))
      return isParameter(opposite) || segment.toLowerCase() === opposite.toLowerCase()
        ? segment
        : '';
    return isParameter(opposite) ? anything : opposite;
  });
  return common.includes('') ? undefined : `/${common.join('/')}`;
}

/** Whether two paths have an address in common, and neither path wins by being more specific. */
export const collide = (one: string, other: string): boolean =>
  exactness(one) === exactness(other) && commonAddress(one, other) !== undefined;

/** Whether the paths of two remotes collide, or one is in what the other owns. */
export const overlap = (one: string, other: string): boolean =>
  commonAddress(one, other) !== undefined &&
  (exactness(one) === exactness(other) ||
    ownsRest(exactness(one) < exactness(other) ? one : other));

/** Returns the values of a path's parameters in an address, and what is below the path as '*'. */
export function parametersOf(path: string, pathname: string): Record<string, string> {
  const values = segmentsOf(pathname);
  const entries = segmentsOf(path).flatMap((segment, index) => {
    if (segment === REST) return [[REST, values.slice(index).join('/')]];
    return isParameter(segment) ? [[segment.slice(1), values[index] ?? '']] : [];
  });
  return Object.fromEntries(entries);
}

interface NamesPages {
  readonly routes: readonly Pick<DeclaredRoute, 'page' | 'path' | 'from'>[];
}

/**
 * Prefix of the address of a page whose path is unknown. The shell redirects to the path as soon as a live remote
 * declares the page.
 */
export const NAMED_PAGE = '/named-page/';

/**
 * Returns the path of a page, as the live remotes declare it. If none declares it, or a parameter is missing, returns
 * an address with the page's name and parameters. Inlined into the page's HTML, so it imports no library.
 */
export function pathOfPage(
  remotes: readonly NamesPages[],
  page: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const route = remotes.flatMap(({ routes }) => routes).find((each) => each.page === page);
  const segments = segmentsOf(route?.path ?? '').flatMap((segment) => {
    if (segment === REST) return segmentsOf(parameters[REST] ?? '').map(encodeURIComponent);
    return isParameter(segment) ? encodeURIComponent(parameters[segment.slice(1)] ?? '') : segment;
  });
  if (!route || segments.includes('')) {
    return `${NAMED_PAGE}${page}?${new URLSearchParams(parameters)}`.replace(/\?$/, '');
  }
  return `/${segments.join('/')}`;
}

/**
 * Returns the path that a former address of a page redirects to, with its parameters; undefined for any other address.
 * Takes a decoded path and returns an encoded one.
 */
export function newPathOf(remotes: readonly NamesPages[], pathname: string): string | undefined {
  const routes = remotes.flatMap((remote) =>
    remote.routes.flatMap(({ page, from = [] }) => from.map((path) => ({ page, path }))),
  );
  const old = matchRoute([{ routes }], pathname)?.route;
  if (!old) return undefined;
  return pathOfPage(remotes, old.page, parametersOf(old.path, pathname));
}
