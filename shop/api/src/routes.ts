import type { EndpointName } from './endpoints.ts';
import { operatorCalls } from './operator-calls.ts';
import { decodePart } from './request.ts';
import { shopperEndpoints } from './shopper-endpoints.ts';

/* Which call a request is. All servers of the table use this, so that they read each URL in the same way. */

/**
 * Returns the segments of a path, decoded one by one: '/api/a%2Fb' is 'api', 'a/b'. The path of a `URL` is expected, in
 * which '..' is resolved.
 */
const segmentsOf = (pathname: string): string[] => pathname.split('/').slice(1).map(decodePart);

export const isApiPath = (pathname: string): boolean => segmentsOf(pathname)[0] === 'api';

/** Returns the parameters of a path that fits a pattern such as '/api/products/:productId'. None may be empty. */
function paramsOf(
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: [string, string][] = [];
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (!part.startsWith(':')) {
      if (part !== segment) return undefined;
    } else {
      if (segment === '') return undefined;
      params.push([part.slice(1), segment]);
    }
  }
  return Object.fromEntries(params);
}

/**
 * Returns the decoded parameters of a path of a `URL` that fits a pattern such as '/api/products/:productId'; undefined
 * if it doesn't fit.
 */
export const matchPath = (
  pattern: string,
  pathname: string,
): Readonly<Record<string, string>> | undefined =>
  paramsOf(pattern.split('/').slice(1), segmentsOf(pathname));

const routes = Object.entries({ ...shopperEndpoints, ...operatorCalls }).map(
  ([name, { method, path }]) => ({
    name: name as EndpointName,
    method,
    pattern: path.split('/').slice(1),
  }),
);

/** Call of the table, with the decoded parameters of its path. */
export interface Route {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Returns the call that a request makes; undefined if the path is none of the table's. If the path does not support the
 * method, returns the methods that it supports, for the header Allow. HEAD is answered like GET, without the body.
 */
export function findRoute(
  method: string,
  pathname: string,
): Route | { readonly allow: string } | undefined {
  const segments = segmentsOf(pathname);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const others: string[] = [];
  for (const route of routes) {
    const params = paramsOf(route.pattern, segments);
    if (params && route.method === wanted) return { name: route.name, params };
    if (params) others.push(route.method);
  }
  return others.length === 0 ? undefined : { allow: others.join(', ') };
}
