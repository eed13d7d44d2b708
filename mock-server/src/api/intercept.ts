import { endpointNames, endpoints } from '@patchwork/api';
import { createServer, type Request as MirageRequest, Response as MirageResponse } from 'miragejs';
import { dispatch, type Server, type WireRequest } from './dispatch.ts';

/* Endings of requests that Pretender lacks, as a browser shows them. */

const endEvents = ['load', 'error', 'abort', 'timeout'];

/**
 * Adds 'loadend', which axios's XHR adapter awaits, to a request that goes to the network: Pretender passes on how it
 * ended, but not this event.
 */
function announceLoadEnd(request: XMLHttpRequest): void {
  for (const event of endEvents) {
    request.addEventListener(event, () =>
      queueMicrotask(() => request.onloadend?.(new ProgressEvent('loadend'))),
    );
  }
}

/** Mirage's request is Pretender's own XMLHttpRequest. */
interface FakeXhr extends XMLHttpRequest {
  readyState: number;
  readonly aborted?: boolean;
}

/** Ends a request as a lost connection does. The promise never settles: Pretender must not respond. */
function loseConnection(request: MirageRequest, delay: number): Promise<never> {
  const fake = request as unknown as FakeXhr;
  setTimeout(() => {
    if (fake.aborted) return;
    fake.readyState = fake.DONE;
    // Its dispatchEvent calls the handler property only for 'loadend', so the others are called here.
    fake.onreadystatechange?.(new Event('readystatechange'));
    fake.dispatchEvent(new Event('readystatechange'));
    fake.onerror?.(new ProgressEvent('error'));
    for (const ending of ['error', 'loadend']) fake.dispatchEvent(new ProgressEvent(ending));
  }, delay);
  return new Promise(() => {});
}

/** Throws a lost connection as a browser does: axios does not recognize Mirage's message for it. */
function failAsBrowser(cause: unknown): never {
  const isLost = cause instanceof TypeError && cause.message === 'Network request failed';
  throw isLost ? new TypeError('Failed to fetch') : cause;
}

/** Whether the mock handles a URL: a path under /api of the page's origin. */
function isApiUrl(url: string): boolean {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin && (pathname === '/api' || pathname.startsWith('/api/'));
}

/**
 * Returns headers with names in lower case: Mirage's XMLHttpRequest throws at capitalized names of headers that a
 * browser leaves out.
 */
const lowerCased = (headers: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

const loadResponses = () =>
  import(/* webpackChunkName: "mock-control" */ '../control/own-responses.ts');

/**
 * Returns a fetch that passes the API's requests to Mirage and all others to the browser. Mirage's own fetch sends the
 * others by XMLHttpRequest, which loses streams, Request objects and the page's Headers, Request and Response.
 */
const createApiFetch =
  (mirageFetch: typeof fetch, nativeFetch: typeof fetch, { state }: Server): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!isApiUrl(url)) return nativeFetch.call(globalThis, input, init);
    const request = new Request(input, init);
    const { responses } = state.settings();
    const own = responses && (await loadResponses()).ownResponseTo(request, responses);
    if (own) return own;
    const body = await request.text();
    const { pathname, search } = new URL(request.url);
    const response = await mirageFetch(pathname + search, {
      method: request.method,
      headers: lowerCased(request.headers),
      signal: request.signal,
      ...(body !== '' && { body }),
    }).catch(failAsBrowser);
    return new Response(await response.text(), {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
    });
  };

const toWire = (request: MirageRequest): WireRequest => ({
  params: request.params,
  query: new URL(request.url, window.location.href).searchParams,
  headers: lowerCased(Object.entries(request.requestHeaders)),
  body: request.requestBody ?? '',
});

/** Puts Mirage between the page and the network. Returns a function that ends it. */
export function intercept(server: Server): () => void {
  const native = { fetch, Headers, Request, Response };
  const mirage = createServer({
    routes() {
      // Set here because the constructor's own option is ignored when it is false.
      this.logging = false;
      for (const name of endpointNames) {
        const { method, path } = endpoints[name];
        const register = { GET: 'get', POST: 'post', DELETE: 'del' } as const;
        this[register[method]](path, async (_schema, request) => {
          this.timing = server.state.settings().delay;
          const { status, body, headers = {} } = await dispatch(server, name, toWire(request));
          if (status === 0) return loseConnection(request, this.timing);
          // Pretender sends ten characters at a time, with events for each: 5 MB blocked the page for 0.3 s.
          Object.assign(request, { chunkSize: Number.POSITIVE_INFINITY });
          return new MirageResponse(status, { ...headers }, body);
        });
      }
      this.passthrough((request: { url: string }) => !isApiUrl(request.url));
    },
  });
  // Pretender replaced all four by its polyfill, and restores them itself on shutdown.
  Object.assign(globalThis, native, { fetch: createApiFetch(fetch, native.fetch, server) });
  mirage.pretender.passthroughRequest = (_verb, _path, request) => announceLoadEnd(request);
  return () => mirage.shutdown();
}
