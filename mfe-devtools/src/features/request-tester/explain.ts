import { type Endpoint, endpoints } from '@patchwork/api';
import { distance } from 'fastest-levenshtein';
import type { Method } from '../../draft.ts';

export interface Route {
  readonly method: Method;
  /** A path of the table, its ids taken from the path that was asked for where it has them. */
  readonly path: string;
}

/** Why a path of the API has no handler. */
export type Explanation =
  /** The path is known, with these methods. */
  | { readonly kind: 'method'; readonly routes: readonly Route[] }
  /** The path is not known, but close to this one. */
  | { readonly kind: 'near'; readonly route: Route }
  | { readonly kind: 'unknown' };

const table: readonly Endpoint[] = Object.values(endpoints);

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** The route's path with the ids of the asked one; an id that the asked one lacks keeps its name. */
function fill(pattern: string, asked: readonly string[]): string {
  const parts = segmentsOf(pattern).map((part, index) =>
    part.startsWith(':') ? (asked[index] ?? part) : part,
  );
  return `/${parts.join('/')}`;
}

/** With more than two fifths of its letters wrong, it is another path; all begin with '/api'. */
const farthest = (path: string): number => Math.floor((path.length - '/api'.length) * 0.4);

/** Looks for what may have been meant by a request that nothing answers. */
export function explain(method: Method, pathname: string): Explanation {
  const asked = segmentsOf(pathname);
  const path = `/${asked.join('/')}`;
  const near = table
    .map((endpoint): Route & { far: number } => {
      const filled = fill(endpoint.path, asked);
      return { method: endpoint.method, path: filled, far: distance(filled, path) };
    })
    .sort((a, b) => a.far - b.far || Number(b.method === method) - Number(a.method === method));
  const exact = near.filter(({ far }) => far === 0);
  if (exact.some((route) => route.method !== method)) {
    return { kind: 'method', routes: exact.map(strip) };
  }
  const [nearest] = near;
  if (!nearest || nearest.far > farthest(path)) return { kind: 'unknown' };
  return { kind: 'near', route: strip(nearest) };
}

const strip = ({ method, path }: Route): Route => ({ method, path });
