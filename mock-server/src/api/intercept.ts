import { endpointNames, endpoints } from '@patchwork/api';
import { createServer, type Request as MirageRequest, Response as MirageResponse } from 'miragejs';
import { createApiFetch, isApiUrl } from './api-fetch.ts';
import { dispatch, type Server, type WireRequest } from './dispatch.ts';

const toWire = (request: MirageRequest): WireRequest => ({
  params: request.params,
  query: new URL(request.url, window.location.href).searchParams,
  headers: Object.fromEntries(
    Object.entries(request.requestHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  ),
  body: request.requestBody ?? '',
});

const endEvents = ['load', 'error', 'abort', 'timeout'];

/** Pretender passes on how a request ended, but not 'loadend', which axios's XHR adapter awaits. */
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
  chunkSize?: number;
  readonly aborted?: boolean;
}

const asFake = (request: MirageRequest): FakeXhr => request as unknown as FakeXhr;

/** Pretender sends ten characters at a time, with events for each: 5 MB blocked the page for 0.3 s. */
function sendAtOnce(request: MirageRequest): void {
  asFake(request).chunkSize = Number.POSITIVE_INFINITY;
}

/** Ends a request as a lost connection does. The promise never settles: Pretender must not respond. */
function loseConnection(request: MirageRequest, delay: number): Promise<never> {
  const fake = asFake(request);
  setTimeout(() => {
    if (fake.aborted) return;
    fake.readyState = fake.DONE;
    // Of its handler properties, dispatchEvent calls only the one for 'loadend'.
    fake.onreadystatechange?.(new Event('readystatechange'));
    fake.dispatchEvent(new Event('readystatechange'));
    fake.onerror?.(new ProgressEvent('error'));
    for (const ending of ['error', 'loadend']) fake.dispatchEvent(new ProgressEvent(ending));
  }, delay);
  return new Promise(() => {});
}

export interface Interception {
  /** For the responses from now on, in milliseconds. */
  setDelay: (delay: number) => void;
  stop: () => void;
}

/** Puts Mirage between the page and the network. */
export function intercept(server: Server, delay: number): Interception {
  const native = { fetch, Headers, Request, Response };
  const mirage = createServer({
    timing: delay,
    routes() {
      // Set here because the constructor's own option is ignored when it is false.
      this.logging = false;
      for (const name of endpointNames) {
        const { method, path } = endpoints[name];
        const register = { GET: 'get', POST: 'post', DELETE: 'del' } as const;
        this[register[method]](path, async (_schema, request) => {
          const { status, body, headers = {} } = await dispatch(server, name, toWire(request));
          if (status === 0) return loseConnection(request, this.timing);
          sendAtOnce(request);
          return new MirageResponse(status, { ...headers }, body);
        });
      }
      this.passthrough((request: { url: string }) => !isApiUrl(request.url));
    },
  });
  // Pretender replaced all four by its polyfill, and restores them itself on shutdown.
  Object.assign(globalThis, native, { fetch: createApiFetch(fetch, native.fetch) });
  mirage.pretender.passthroughRequest = (_verb, _path, request) => announceLoadEnd(request);
  return {
    setDelay: (next) => {
      mirage.timing = next;
    },
    stop: () => mirage.shutdown(),
  };
}
