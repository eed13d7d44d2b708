import { createServer, type Request as MirageRequest, Response as MirageResponse } from 'miragejs';
import { callNames, calls } from './calls.ts';
import { dispatch, type Server, type WireRequest } from './dispatch.ts';

/* Events at the end of a request that Pretender doesn't forward. */

const endEvents = ['load', 'error', 'abort', 'timeout'];

/**
 * Sends 'loadend', which axios's XHR adapter waits for, on a request that goes to the network. Pretender forwards the
 * result but not this event.
 */
function announceLoadEnd(request: XMLHttpRequest): void {
  for (const event of endEvents) {
    request.addEventListener(event, () =>
      queueMicrotask(() => request.onloadend?.(new ProgressEvent('loadend'))),
    );
  }
}

/** Pretender's XMLHttpRequest, which Mirage passes on as its request. */
interface FakeXhr extends XMLHttpRequest {
  readyState: number;
  readonly aborted?: boolean;
}

/** Ends a request as a lost connection does. The promise never settles, so that Pretender sends no response. */
function loseConnection(request: MirageRequest, delay: number): Promise<never> {
  const fake = request as unknown as FakeXhr;
  setTimeout(() => {
    if (fake.aborted) return;
    fake.readyState = fake.DONE;
    // Pretender's dispatchEvent calls the handler property only for 'loadend', so call the others here.
    fake.onreadystatechange?.(new Event('readystatechange'));
    fake.dispatchEvent(new Event('readystatechange'));
    fake.onerror?.(new ProgressEvent('error'));
    for (const ending of ['error', 'loadend']) fake.dispatchEvent(new ProgressEvent(ending));
  }, delay);
  return new Promise(() => {});
}

/** Throws the browser's error for a lost connection, because axios doesn't recognize Mirage's. */
function failAsBrowser(cause: unknown): never {
  const isLost = cause instanceof TypeError && cause.message === 'Network request failed';
  throw isLost ? new TypeError('Failed to fetch') : cause;
}

/** Whether a URL is under /api at the page's origin, so that the mock handles it. */
function isApiUrl(url: string): boolean {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin && (pathname === '/api' || pathname.startsWith('/api/'));
}

/** Returns headers with lower-case names. Mirage's XMLHttpRequest throws on capitalized forbidden header names. */
const lowerCased = (headers: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

const loadResponses = () =>
  import(/* webpackChunkName: "mock-control" */ '../control/own-responses.ts');

/**
 * Returns a fetch that passes API requests to Mirage and all others to the browser. Mirage's own fetch sends the others
 * by XMLHttpRequest, which breaks streams and the native Headers, Request and Response.
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

/** Puts Mirage between the page and the network. Returns a function that removes Mirage. */
export function intercept(server: Server): () => void {
  const native = { fetch, Headers, Request, Response };
  const mirage = createServer({
    routes() {
      // Set here because Mirage ignores the constructor option when it is false.
      this.logging = false;
      for (const name of callNames) {
        const { method, path } = calls[name];
        const register = { GET: 'get', POST: 'post', DELETE: 'del' } as const;
        this[register[method]](path, async (_schema, request) => {
          this.timing = server.state.settings().delay;
          const { status, body, headers = {} } = await dispatch(server, name, toWire(request));
          if (status === 0) return loseConnection(request, this.timing);
          // By default, Pretender delivers ten characters per event: 5 MB would block the page for 0.3 s.
          Object.assign(request, { chunkSize: Number.POSITIVE_INFINITY });
          return new MirageResponse(status, { ...headers }, body);
        });
      }
      this.passthrough((request: { url: string }) => !isApiUrl(request.url));
    },
  });
  // Restores the natives that Pretender has replaced by its polyfill. Pretender restores them itself on shutdown.
  Object.assign(globalThis, native, { fetch: createApiFetch(fetch, native.fetch, server) });
  mirage.pretender.passthroughRequest = (_verb, _path, request) => announceLoadEnd(request);
  return () => mirage.shutdown();
}
