import { decodePart, type EndpointName, pathFor } from '@patchwork/api';
import { findRoute, isApiPath } from '@patchwork/api/routes';
import { createServer, Response as MirageResponse } from 'miragejs';
import { toResponse, type WireResponse, type WireText } from '../control/failures.ts';
import { calls } from './calls.ts';
import { dispatch, dispatchOwn } from './dispatch.ts';
import type { Interception } from './intercept.ts';
import { pageOrigin, sourceOf } from './own-apis.ts';
import { pause } from './pause.ts';
import { refuseMethod, type Server, type WireRequest } from './server.ts';

/** Request as Mirage gets it and passes it to a route. */
interface MirageRequest extends Pick<WireRequest, 'query'> {
  readonly method: string;
  /** Path without its query, which Mirage would parse otherwise than a server. */
  readonly url: string;
  readonly requestHeaders: WireRequest['headers'];
  readonly requestBody: string;
  readonly params?: WireRequest['params'];
  readonly respond: (status: number, headers: Record<string, string>, body: string) => void;
}

/** Part of Pretender that finds a request's route and calls it. Its types lack this. */
interface Pretender {
  handleRequest: (request: MirageRequest) => void;
  unhandledRequest: (method: string, path: string) => never;
}

interface Router extends Pick<Pretender, 'unhandledRequest'> {
  /** Answers a request to an endpoint. */
  readonly call: (name: EndpointName, request: MirageRequest) => void;
}

function createRouter(server: Server): Router {
  const mirage = createServer({
    routes() {
      // Set here because Mirage ignores the constructor option when it is false.
      this.logging = false;
    },
  });
  // `intercept.ts` stands between page and network. Mirage's own way, which has replaced fetch and XMLHttpRequest by now,
  // breaks streams, reasons of an abort, and the native Headers, Request and Response.
  mirage.shutdown();
  const pretender = mirage.pretender as unknown as Pretender;
  const added = new Set<EndpointName>();

  /** Adds an endpoint's route with its first call: a page calls few, and all of them take 20 to 50 ms on a phone. */
  function addRoute(name: EndpointName): void {
    if (added.has(name)) return;
    added.add(name);
    const { method, path } = calls[name];
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    const route = async (_schema: unknown, request: unknown) => {
      const { params = {}, query, requestHeaders, requestBody } = request as MirageRequest;
      const wire = { params, query, headers: requestHeaders, body: requestBody };
      const { status, headers, body } = await dispatch(server, name, wire);
      return new MirageResponse(status, { ...headers }, body);
    };
    // Pretender answers at once if timing is false, which Mirage's types lack; the delay is the settings'.
    mirage[verb](path, route, { timing: false as never });
  }

  return {
    call(name, request) {
      addRoute(name);
      pretender.handleRequest(request);
    },
    unhandledRequest: (method, path) => pretender.unhandledRequest(method, path),
  };
}

const lowerCased = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));

const loadResponses = () =>
  import(/* webpackChunkName: "mock-control" */ '../control/own-responses.ts');

/** Creates what answers requests under /api at the page's origin: Mirage, with the delay and responses of the settings. */
export function createApi(server: Server): Interception {
  const router = createRouter(server);

  const call = (name: EndpointName, { params, query, headers, body }: WireRequest) =>
    new Promise<WireText>((resolve) => {
      router.call(name, {
        ...{ method: calls[name].method, url: pathFor(calls[name], params) },
        ...{ query, requestHeaders: headers, requestBody: body },
        respond: (status, answered, text) => resolve({ status, headers: answered, body: text }),
      });
    });

  const readWire = async (request: Request) => ({
    ...{ query: new URL(request.url).searchParams, headers: lowerCased(request.headers) },
    body: await request.text(),
  });

  async function answerRoute(route: NonNullable<ReturnType<typeof findRoute>>, request: Request) {
    if ('allow' in route) return refuseMethod(route.allow);
    return call(route.name, { ...(await readWire(request)), params: route.params });
  }

  async function delayed(
    { method, signal }: Request,
    answered: Promise<WireText | WireResponse>,
  ): Promise<Response> {
    await pause(server.state.settings().delay, signal);
    return toResponse(method, await answered);
  }

  function answer(request: Request): Promise<Response> {
    const { method } = request;
    const url = new URL(request.url);
    const { origin, pathname } = url;
    const route = origin === pageOrigin() ? findRoute(method, pathname) : undefined;
    if (route) return delayed(request, answerRoute(route, request));
    const own = dispatchOwn(server, method, url, () => readWire(request));
    if (own) return delayed(request, own);
    // Mirage decodes the path, and throws where that fails.
    const path = pathname.split('/').map(decodePart).map(encodeURIComponent).join('/');
    return router.unhandledRequest(method, path);
  }

  return {
    covers(url) {
      const own = sourceOf(server.own(), url);
      if (own) return !own.isServed;
      return url.origin === pageOrigin() && isApiPath(url.pathname);
    },
    answer: (request) => {
      const { responses } = server.state.settings();
      if (!responses) return answer(request);
      return loadResponses().then(
        ({ ownResponseTo }) => ownResponseTo(request, responses) ?? answer(request),
      );
    },
  };
}
