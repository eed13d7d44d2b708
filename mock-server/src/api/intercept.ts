import { decodePart } from '@patchwork/api';
import { isApiPath } from '@patchwork/api/routes';
import { createServer } from 'miragejs';
import { bodyText, toResponse } from '../control/failures.ts';
import { receive, type Server } from './dispatch.ts';
import { pause } from './pause.ts';

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

/** Pretender's XMLHttpRequest. */
interface FakeXhr extends XMLHttpRequest {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  readonly aborted?: boolean;
  readyState: number;
  /** Number of characters that each event delivers. By default, ten: 5 MB would block the page for 0.3 s. */
  chunkSize: number;
  respond: (status: number, headers: Readonly<Record<string, string>>, body: string) => void;
}

/** Ends a request without a response, as a lost connection or the request's own timeout does. */
function endWithout(request: FakeXhr, reason: 'error' | 'timeout'): void {
  request.readyState = request.DONE;
  // Pretender's dispatchEvent calls the handler property only for 'loadend', so call the others here.
  request.onreadystatechange?.(new Event('readystatechange'));
  request.dispatchEvent(new Event('readystatechange'));
  request[`on${reason}`]?.(new ProgressEvent(reason));
  for (const ending of [reason, 'loadend']) request.dispatchEvent(new ProgressEvent(ending));
}

const here = (url: string): URL => new URL(url, window.location.href);

/** Whether a URL is under /api at the page's origin, so that the mock handles it. */
const isOfApi = ({ origin, pathname }: URL): boolean =>
  origin === window.location.origin && isApiPath(pathname);

/** Returns headers with lower-case names. */
const lowerCased = (headers: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

/** Throws Mirage's error for a request that has no handler. */
type Unhandled = (method: string, pathname: string) => never;

/** Answers an XMLHttpRequest of Pretender's. Throws if the request has no handler. */
function answerXhr(server: Server, request: FakeXhr, unhandled: Unhandled): void {
  const method = request.method.toUpperCase();
  const url = here(request.url);
  const received = {
    ...{ method, url, body: request.requestBody ?? '' },
    headers: lowerCased(Object.entries(request.requestHeaders)),
  };
  const answered = receive(server, received) ?? unhandled(method, url.pathname);
  const isOver = () => request.aborted || request.readyState === request.DONE;
  const { timeout } = request;
  if (timeout > 0) setTimeout(() => isOver() || endWithout(request, 'timeout'), timeout);
  void Promise.all([answered, pause(server.state.settings().delay)]).then(([response]) => {
    if (isOver()) return;
    const { status, body, headers } = response;
    if (status === 0) return endWithout(request, 'error');
    request.chunkSize = Number.POSITIVE_INFINITY;
    const type = { 'content-type': 'application/json' };
    request.respond(status, { ...type, ...headers }, bodyText(method, body));
  });
}

const loadResponses = () =>
  import(/* webpackChunkName: "mock-control" */ '../control/own-responses.ts');

/**
 * Returns a fetch that answers API requests and passes all others to the browser. Mirage's own is made of
 * XMLHttpRequest, which breaks streams, reasons of an abort, and the native Headers, Request and Response.
 */
const createApiFetch =
  (nativeFetch: typeof fetch, server: Server, unhandled: Unhandled): typeof fetch =>
  async (input, init) => {
    const url = here(input instanceof Request ? input.url : String(input));
    if (!isOfApi(url)) return nativeFetch.call(globalThis, input, init);
    const request = new Request(input, init);
    const { method, signal } = request;
    const { responses, delay } = server.state.settings();
    const own = responses && (await loadResponses()).ownResponseTo(request, responses);
    if (own) return own;
    const body = await request.text();
    const headers = lowerCased(request.headers);
    const answered =
      receive(server, { method, url, headers, body }) ?? unhandled(method, url.pathname);
    await pause(delay, signal);
    return toResponse(method, await answered);
  };

/** Puts Mirage between the page and the network. Returns a function that removes Mirage. */
export function intercept(server: Server): () => void {
  const native = { fetch, Headers, Request, Response };
  const mirage = createServer({
    routes() {
      // Set here because Mirage ignores the constructor option when it is false.
      this.logging = false;
    },
  });
  const { pretender } = mirage;
  const unhandled: Unhandled = (method, pathname) => {
    // Mirage decodes the path, and throws where that fails.
    const path = pathname.split('/').map(decodePart).map(encodeURIComponent).join('/');
    throw Reflect.apply(pretender.unhandledRequest, pretender, [method, path]);
  };
  // Mirage's own router parses paths and queries otherwise than the server.
  Object.assign(pretender, {
    checkPassthrough: (request: FakeXhr) => {
      if (isOfApi(here(request.url))) return false;
      announceLoadEnd(request);
      return true;
    },
    handleRequest: (request: FakeXhr) => answerXhr(server, request, unhandled),
  });
  // Restores the natives that Pretender has replaced by its polyfill. Pretender restores them itself on shutdown.
  Object.assign(globalThis, native, { fetch: createApiFetch(native.fetch, server, unhandled) });
  return () => mirage.shutdown();
}
