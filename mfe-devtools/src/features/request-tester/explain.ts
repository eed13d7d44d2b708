import { type Endpoint, endpoints } from '@patchwork/api';
import { distance } from 'fastest-levenshtein';
import type { Method } from '../../draft.ts';

export interface Route {
  readonly method: Method;
  /** A path of the table, with the ids of the requested path. */
  readonly path: string;
}

const table: readonly Endpoint[] = Object.values(endpoints);

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** The route's path with the ids of the requested one; an id that is missing there keeps its name. */
function fill(pattern: string, requested: readonly string[]): string {
  const parts = segmentsOf(pattern).map((part, index) =>
    part.startsWith(':') ? (requested[index] ?? part) : part,
  );
  return `/${parts.join('/')}`;
}

/** A path with more than 40 % other letters is not similar; all paths start with '/api'. */
const maxDistance = (path: string): number => Math.floor((path.length - '/api'.length) * 0.4);

/**
 * Why the API has no handler for a request, and what may be requested instead. `method`: the path is known
 * with other methods. `near`: a similar path is known.
 */
export function explain(method: Method, pathname: string) {
  const requested = segmentsOf(pathname);
  const path = `/${requested.join('/')}`;
  const candidates = table
    .map((endpoint) => {
      const route: Route = { method: endpoint.method, path: fill(endpoint.path, requested) };
      return { route, distance: distance(route.path, path) };
    })
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        Number(b.route.method === method) - Number(a.route.method === method),
    );
  const exact = candidates.filter((each) => each.distance === 0).map(({ route }) => route);
  if (exact.some((route) => route.method !== method))
    return { kind: 'method' as const, routes: exact };
  const [nearest] = candidates;
  if (!nearest || nearest.distance > maxDistance(path))
    return { kind: 'unknown' as const, routes: [] };
  return { kind: 'near' as const, routes: [nearest.route] };
}
