import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { dispatch, type Server, type WireRequest } from './dispatch.ts';

const routes = endpointNames.map((name) => {
  const pattern = endpoints[name].path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { name, method: endpoints[name].method, pattern: new RegExp(`^${pattern}$`) };
});

interface Route extends Pick<WireRequest, 'params'> {
  readonly name: EndpointName;
}

/** Returns the call of the table that a request makes, with the ids of its path; undefined for no call. */
export function findRoute(method: string, pathname: string): Route | undefined {
  for (const { name, pattern, ...route } of routes) {
    const match = route.method === method && pattern.exec(pathname);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {});
    const params = groups.map(([key, value]) => [key, decodeURIComponent(value)]);
    return { name, params: Object.fromEntries(params) };
  }
  return undefined;
}

/**
 * Answers a request as the mock of a page does, without a page and without Mirage. It rejects where the mock
 * fails the call as a lost connection.
 */
export async function answer(
  server: Server,
  url: string,
  { method = 'GET', headers, body }: RequestInit = {},
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(url, 'http://mock.invalid');
  const route = findRoute(method, pathname);
  if (!route) return new Response('', { status: 404 });
  const response = await dispatch(server, route.name, {
    params: route.params,
    query,
    headers: Object.fromEntries(new Headers(headers)),
    body: typeof body === 'string' ? body : '',
  });
  if (response.status === 0) throw new TypeError('Failed to fetch');
  return Response.json(response.body, { status: response.status, headers: response.headers ?? {} });
}
