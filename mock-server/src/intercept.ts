import { type EndpointName, endpoints } from '@patchwork/api';
import { createServer, type Request as MirageRequest, Response as MirageResponse } from 'miragejs';
import { dispatch, type Server, type WireRequest } from './dispatch.ts';
import { isOurs, scopeFetch } from './scope.ts';

const toWire = (request: MirageRequest): WireRequest => ({
  params: request.params,
  headers: Object.fromEntries(
    Object.entries(request.requestHeaders).map(([name, value]) => [name.toLowerCase(), value]),
  ),
  body: request.requestBody ?? '',
});

const endings = ['load', 'error', 'abort', 'timeout'];

/** Pretender passes on how a request ended, but not 'loadend', which axios's XHR adapter awaits. */
const announceLoadEnd = (request: XMLHttpRequest): void => {
  for (const ending of endings) {
    request.addEventListener(ending, () =>
      queueMicrotask(() => request.onloadend?.(new ProgressEvent('loadend'))),
    );
  }
};

/** Puts Mirage between the page and the network. Returns the way to take it out again. */
export const intercept = (server: Server, delay: number): (() => void) => {
  const native = { fetch, Headers, Request, Response };
  const mirage = createServer({
    timing: delay,
    routes() {
      // Set here because the constructor's own option is ignored when it is false.
      this.logging = false;
      for (const name of Object.keys(endpoints) as EndpointName[]) {
        const { method, path } = endpoints[name];
        const register = { GET: 'get', POST: 'post', DELETE: 'del' } as const;
        this[register[method]](path, async (_schema, request) => {
          const { status, body } = await dispatch(server, name, toWire(request));
          return new MirageResponse(status, {}, body);
        });
      }
      this.passthrough((request: { url: string }) => !isOurs(request.url));
    },
  });
  // Pretender replaced all four by its polyfill, and puts them back itself on shutdown.
  Object.assign(globalThis, native, { fetch: scopeFetch(fetch, native.fetch) });
  mirage.pretender.passthroughRequest = (_verb, _path, request) => announceLoadEnd(request);
  return () => mirage.shutdown();
};
