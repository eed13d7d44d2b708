interface Routed<R> {
  readonly routes: readonly R[];
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

const fits = (pattern: string[], path: string[]): boolean =>
  pattern.length === path.length &&
  pattern.every((segment, index) => segment.startsWith(':') || segment === path[index]);

const staticness = (path: string): number =>
  segmentsOf(path).filter((segment) => !segment.startsWith(':')).length;

/**
 * The remote and the declared route that a path belongs to; a literal segment wins over a
 * parameter. Free of dependencies: it is inlined into the page's HTML to start the first downloads.
 */
export function matchRoute<R extends { readonly path: string }, T extends Routed<R>>(
  remotes: readonly T[],
  pathname: string,
): { readonly remote: T; readonly route: T['routes'][number] } | undefined {
  const path = segmentsOf(pathname);
  let best: { remote: T; route: T['routes'][number] } | undefined;
  for (const remote of remotes) {
    for (const route of remote.routes) {
      if (!fits(segmentsOf(route.path), path)) continue;
      if (!best || staticness(route.path) > staticness(best.route.path)) best = { remote, route };
    }
  }
  return best;
}
