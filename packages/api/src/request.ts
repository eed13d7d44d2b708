import { err, ok, type Result } from '@patchwork/domain';
import type { Endpoint } from './endpoint.ts';
import type { EndpointName } from './endpoints.ts';

/** A call as it leaves the page. */
export interface SentCall {
  readonly name: EndpointName;
  readonly method: string;
  /** The path with its ids, behind the API's base URL if there is one. */
  readonly url: string;
  /** Headers that the client sets; the browser adds its own. */
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

/** Query string: '?search=kurta', or '' where the query has no fields. */
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
  /** As received, before any schema. */
  readonly data: unknown;
}

/** Why there is no response. The messages of 'timeout' and 'aborted' are the specification's. */
interface NoResponse {
  readonly kind: 'network' | 'timeout' | 'aborted';
  readonly message: string;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface SendOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Awaited first. Its time counts. */
  readonly ready: (() => Promise<void>) | undefined;
  /** By default that of whichever mock or browser is there by the time that the request is sent. */
  readonly fetch?: Fetch | undefined;
}

const aborted: NoResponse = { kind: 'aborted', message: 'Request aborted' };

export const networkFailure = (cause: unknown): NoResponse => ({
  kind: 'network',
  message: cause instanceof Error ? cause.message : `${cause}`,
});

/** The response's data when it is JSON, else its text: a schema refuses it later. */
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
 * Sends a call, until `timeoutMs` have passed or `signal` aborts. The result does not wait for fetch to end
 * then: Mirage ignores the signal of a request.
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
