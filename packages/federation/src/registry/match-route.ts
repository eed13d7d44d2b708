interface Routed<R> {
  readonly routes: readonly R[];
}

export const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

export const isParameter = (segment: string): boolean => segment.startsWith(':');

const fits = (pattern: string[], path: string[]): boolean =>
  pattern.length === path.length &&
  pattern.every(
    (segment, index) =>
      isParameter(segment) || segment.toLowerCase() === path[index]?.toLowerCase(),
  );

/** How exact a route is: the one with more literal segments wins. */
export const exactness = (path: string): number =>
  segmentsOf(path).filter((segment) => !isParameter(segment)).length;

/**
 * The remote and the declared route that a path belongs to, in capitals or not; a literal segment wins
 * over a parameter. Free of dependencies: it is inlined into the page's HTML to start the first downloads.
 */
export function matchRoute<R extends { readonly path: string }, T extends Routed<R>>(
  remotes: readonly T[],
  pathname: string,
): { readonly remote: T; readonly route: T['routes'][number] } | undefined {
  // The shop's router knows no path with an empty segment; slashes at the end are none.
  if (/\/\/+[^/]/.test(pathname)) return undefined;
  const path = segmentsOf(pathname);
  let best: { remote: T; route: T['routes'][number] } | undefined;
  for (const remote of remotes) {
    for (const route of remote.routes) {
      if (!fits(segmentsOf(route.path), path)) continue;
      if (!best || exactness(route.path) > exactness(best.route.path)) best = { remote, route };
    }
  }
  return best;
}
