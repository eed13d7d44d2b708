import type { Endpoint } from './endpoint.ts';
import type { EndpointName } from './types.ts';

/** A call as it leaves the page. */
export interface SentCall {
  readonly name: EndpointName;
  readonly method: string;
  /** The path with its ids, behind the API's base URL if there is one. */
  readonly url: string;
  /** Those that the client sets; the browser adds its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it is sent, before JSON; undefined for none. */
  readonly body: unknown;
  /** See `CallOptions`. */
  readonly initiator: string | undefined;
}

/** The entry's path with its ids filled in, each encoded: an id may hold '/', '?' or '%'. */
export const pathFor = (
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>>,
): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** What follows the path: '?search=kurta', or '' where the query has no fields. */
export function searchFor({ query: codec }: Pick<Endpoint, 'query'>, query: unknown): string {
  const search = new URLSearchParams(codec?.encode(query as never)).toString();
  return search === '' ? '' : `?${search}`;
}

const cookieName = 'XSRF-TOKEN';

/**
 * The server's token against forged requests, from its cookie: code of another site can't read it. Only
 * for the page's own origin: another one must not learn it.
 */
export function xsrfHeader(url: string): Record<string, string> {
  if (typeof document === 'undefined') return {};
  if (new URL(url, location.href).origin !== location.origin) return {};
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(`${cookieName}=`));
  const token = cookie?.slice(cookieName.length + 1);
  return token ? { 'x-xsrf-token': decodeURIComponent(token) } : {};
}

interface Sender {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly initiator: string | undefined;
}

/** What is sent for a call of the table. */
export function requestFor(
  name: EndpointName,
  endpoint: Endpoint,
  input: Readonly<Record<string, unknown>>,
  { baseUrl, token, initiator }: Sender,
): SentCall {
  const url = baseUrl + pathFor(endpoint, input) + searchFor(endpoint, input.query);
  return {
    name,
    method: endpoint.method,
    url,
    headers: {
      accept: 'application/json, text/plain, */*',
      ...(endpoint.body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: token }),
      ...xsrfHeader(url),
    },
    body: endpoint.body?.encode(input.body as never),
    initiator,
  };
}
