import { err, ok, type Result } from '@patchwork/domain';
import type { Endpoint } from './endpoint.ts';
import type { EndpointName } from './endpoints.ts';

/** A call as it leaves the page. */
export interface SentCall {
  readonly name: EndpointName;
  readonly method: string;
  /** The path with its ids, after the API's base URL if there is one. */
  readonly url: string;
  /** Headers that the client sets; the browser adds its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body as it is sent, before it becomes JSON; undefined for none. */
  readonly body: unknown;
  /** See `CallOptions`. */
  readonly initiator: string | undefined;
}

/** Returns the endpoint's path with its ids filled in, each encoded: an id may hold '/', '?' or '%'. */
export const pathFor = (
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>>,
): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** Returns the query string, such as '?search=kurta', or '' if the query has no fields. */
export function searchFor({ query: codec }: Pick<Endpoint, 'query'>, query: unknown): string {
  const search = new URLSearchParams(codec?.encode(query as never)).toString();
  return search === '' ? '' : `?${search}`;
}

const cookieName = 'XSRF-TOKEN';

/**
 * Returns the server's token against forged requests from its cookie, which code of another site can't read. Only for
 * calls to the page's own origin: another one must not learn the token.
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

/** Returns the request for a call of the table. */
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

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Data as received, before any schema. */
  readonly data: unknown;
}

/** Reason why there is no response. The messages of 'timeout' and 'aborted' are those of the specification. */
interface NoResponse {
  readonly kind: 'network' | 'timeout' | 'aborted';
  readonly message: string;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface SendOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Awaited before the request is sent. This time counts towards the timeout. */
  readonly ready: (() => Promise<void>) | undefined;
  /** Sends the request; by default the global `fetch` at that time, of a mock or the browser. */
  readonly fetch?: Fetch | undefined;
}

const aborted: NoResponse = { kind: 'aborted', message: 'Request aborted' };

export const networkFailure = (cause: unknown): NoResponse => ({
  kind: 'network',
  message: cause instanceof Error ? cause.message : `${cause}`,
});

/** Returns the response's data if it is JSON, else its text, which a schema refuses later. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function request(
  { method, url, headers, body }: SentCall,
  signal: AbortSignal,
  fetchUrl: Fetch,
): Promise<HttpResponse> {
  try {
    const response = await fetchUrl(url, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
    const { status, statusText } = response;
    const data = parse(await response.text());
    return { status, statusText, headers: Object.fromEntries(response.headers), data };
  } catch (cause) {
    // Each browser has its own words for a lost connection; all throw a TypeError.
    throw cause instanceof TypeError ? new Error('Network Error', { cause }) : cause;
  }
}

/**
 * Sends a call, and gives up when `timeoutMs` have passed or `signal` aborts. It does not wait for fetch to end then:
 * Mirage ignores the signal of a request.
 */
export async function send(
  call: SentCall,
  { timeoutMs, signal, ready, ...options }: SendOptions,
): Promise<Result<HttpResponse, NoResponse>> {
  if (signal?.aborted) return err(aborted);
  const controller = new AbortController();
  let stop = (_why: NoResponse) => {};
  const stopped = new Promise<Result<never, NoResponse>>((resolve) => {
    stop = (why) => {
      resolve(err(why));
      controller.abort();
    };
  });
  const onAbort = () => stop(aborted);
  const onTimeout = () => stop({ kind: 'timeout', message: `timeout of ${timeoutMs}ms exceeded` });
  const timer = setTimeout(onTimeout, timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  const respond = async () => {
    await ready?.();
    return ok(await request(call, controller.signal, options.fetch ?? fetch));
  };
  try {
    return await Promise.race([stopped, respond()]);
  } catch (cause) {
    return err(networkFailure(cause));
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
