import { err, ok, type Result } from '@patchwork/domain';
import type { SentEndpoint } from './endpoint.ts';

/** A request as the page sends it. */
export interface SentCall {
  readonly name: string;
  readonly method: string;
  /** Base URL of the API (if there is one), path with its ids, and query. */
  readonly url: string;
  /** Headers that the client sets; the browser adds its own. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body before JSON encoding; undefined for none. */
  readonly body: unknown;
  /** See `CallOptions`. */
  readonly initiator: string | undefined;
}

/**
 * Returns the endpoint's path with its ids, URL-encoded: an id may contain '/', '?' or '%'. The name of an id begins with
 * a letter, a port doesn't.
 */
export const pathFor = (
  endpoint: { readonly path: string },
  params: Readonly<Record<string, unknown>>,
): string =>
  endpoint.path.replace(/:([a-z]\w*)/gi, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );

/** Returns the query string, such as '?search=kurta', or '' if the query has no fields. */
export function searchFor({ query: codec }: Pick<SentEndpoint, 'query'>, query: unknown): string {
  const search = new URLSearchParams(codec?.encode(query as never)).toString();
  return search === '' ? '' : `?${search}`;
}

const cookieName = 'XSRF-TOKEN';

/** Returns the `traceparent` (W3C Trace Context) of a new trace, which identifies the request in the API's log. */
function newTraceparent(): string {
  const ids = crypto
    .getRandomValues(new Uint8Array(24))
    .reduce((hex, byte) => hex + byte.toString(16).padStart(2, '0'), '');
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}

/** Decodes a part of a URL or a cookie's value; returns a text that is not URL-encoded as it is. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns extra headers for a request to the page's own origin: a new trace, and the XSRF token from its cookie. Other
 * origins get none: they must not learn the token, and a trace would add a CORS preflight to each catalogue request.
 */
export function ownOriginHeaders(url: string): Record<string, string> {
  if (typeof document === 'undefined') return {};
  if (new URL(url, location.href).origin !== location.origin) return {};
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(`${cookieName}=`));
  const token = cookie?.slice(cookieName.length + 1);
  return {
    traceparent: newTraceparent(),
    ...(token && { 'x-xsrf-token': decodePart(token) }),
  };
}

interface Sender {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly initiator: string | undefined;
}

export function requestFor(
  name: string,
  endpoint: SentEndpoint,
  input: Readonly<Record<string, unknown>>,
  { baseUrl, token, initiator }: Sender,
): SentCall {
  const isOfShop = endpoint.path[0] === '/';
  const url =
    (isOfShop ? baseUrl : '') + pathFor(endpoint, input) + searchFor(endpoint, input.query);
  return {
    name,
    method: endpoint.method,
    url,
    headers: {
      accept: 'application/json, text/plain, */*',
      ...(endpoint.body && { 'content-type': 'application/json' }),
      ...(isOfShop && token !== undefined && { authorization: token }),
      ...ownOriginHeaders(url),
    },
    body: endpoint.body?.encode(input.body as never),
    initiator,
  };
}

export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Response data before validation. */
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
  /** Awaited before the request is sent. The wait counts towards the timeout. */
  readonly ready: (() => Promise<void>) | undefined;
  /** Sends the request. By default the global `fetch` at the time of sending, which the mock may have replaced. */
  readonly fetch?: Fetch | undefined;
}

const aborted: NoResponse = { kind: 'aborted', message: 'Request aborted' };

export const networkFailure = (cause: unknown): NoResponse => ({
  kind: 'network',
  message: cause instanceof Error ? cause.message : `${cause}`,
});

/** Parses a response as JSON. Returns the text itself if it isn't JSON: validation then refuses it. */
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
    // Browsers word a lost connection differently, but all throw a TypeError.
    throw cause instanceof TypeError ? new Error('Network Error', { cause }) : cause;
  }
}

/**
 * Sends a request. Resolves to an error as soon as `timeoutMs` have passed or `signal` aborts, without waiting for
 * `ready` or a fetch that ignores its signal.
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
