import {
  type Endpoint,
  type EndpointName,
  endpointNames,
  endpoints,
  pathFor,
} from '@patchwork/api';
import { parseBody, parseQuery } from '@patchwork/api/parse-input';
import { type Refusal, refusalBody, refusals } from '@patchwork/api/refusals';
import { err, ok, type Result } from '@patchwork/domain';
import type { MockSettings } from '../control/control.ts';
import type { Failures } from '../control/failures.ts';
import { type Directives, failingId } from '../control/sentinels.ts';
import type { StateManager } from '../control/state.ts';
import type { Data } from '../data/database.ts';
import type { UserRow } from '../data/rows.ts';
import type { Call, Handlers } from './handler.ts';
import type { TokenSession } from './tokens.ts';

/** A request as it arrives: ids and query decoded, header names in lower case, the body as text. */
export interface WireRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface WireResponse {
  /** Status of the response; 0 if there is no response at all, as in XMLHttpRequest. */
  readonly status: number;
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Server {
  /** Handlers that need not be loaded. */
  readonly handlers: Partial<Handlers>;
  readonly data: Data;
  readonly directives: Directives;
  readonly state: StateManager;
  readonly failures: Failures;
}

/** Runs one call of the table. Never rejects: an unexpected failure is a 500. */
export async function dispatch(
  server: Server,
  name: EndpointName,
  request: WireRequest,
): Promise<WireResponse> {
  const failure = failOnPurpose(server.failures, server.state.settings(), name);
  if (failure) return failure;
  try {
    const result = await run(server, name, request);
    if (!result.ok) return refusalResponse(result.error);
    return { status: endpoints[name].status, body: result.value };
  } catch (cause) {
    console.error(`The mock's handler of ${name} threw:`, cause);
    return refusalResponse(refusals.unexpected);
  }
}

/**
 * Returns the response of a call that fails on purpose; undefined if it does not. Must be asked exactly once for each
 * call. A header marks it, which failures of the handlers do not have.
 */
export function failOnPurpose(
  random: Failures,
  { failures, seed }: MockSettings,
  name: EndpointName,
): WireResponse | undefined {
  const { rate, as } = failures[name] ?? { rate: 0, as: 0 };
  if (rate === 0 || !random.isNext(name, rate, seed)) return undefined;
  if (as === 'network') return { status: 0, body: {} };
  const body = refusalBody({ status: as, text: `The mock fails ${name} on purpose.` });
  return { status: as, body, headers: { 'x-mock-failure': name } };
}

const refusalResponse = (refusal: Refusal): WireResponse => ({
  status: refusal.status,
  body: refusalBody(refusal),
});

const loadShopper = () => import(/* webpackChunkName: "mock-shopper" */ './shopper.ts');

async function run<K extends EndpointName>(
  { handlers, data, directives, state }: Server,
  name: K,
  request: WireRequest,
): Promise<Result<object, Refusal>> {
  const { params, headers } = request;
  const { failing, failingOnce } = directives;
  const isFailing = failingOnce.delete(name) || failing.has(name);
  if (isFailing || Object.values(params).includes(failingId)) return err(refusals.unexpected);
  const endpoint: Endpoint = endpoints[name];
  const body = endpoint.body ? parseBody(endpoint.body, request.body) : ok(undefined);
  const query = endpoint.query ? parseQuery(endpoint.query, request.query) : ok(undefined);
  const needsLogin = endpoint.access === 'login';
  const shopper = needsLogin || !handlers[name] ? await loadShopper() : undefined;
  const session = needsLogin
    ? await shopper?.verifyToken(headers.authorization ?? '', state.checkpoint().sessionsEndedAt)
    : undefined;
  // Nothing is awaited from here to the handler's change, so that parallel calls do not overwrite each other.
  const user = needsLogin ? findCaller(session, data) : ok(undefined);
  if (!user.ok) return user;
  if (!query.ok) return query;
  if (!body.ok) return body;
  const recorded: Data = {
    ...data,
    saveUser: (changed) => {
      data.saveUser(changed);
      state.recordChange(`${endpoint.method} ${pathFor(endpoint, params)}`);
    },
  };
  const input = { params, query: query.value, body: body.value };
  const call = { ...input, user: user.value, session, data: recorded };
  // The handler and its call belong to the same name; the compiler cannot follow a union through the lookup.
  const handle = { ...shopper?.shopperHandlers, ...handlers }[name] as Handlers[K];
  return await handle(call as unknown as Call<K>);
}

function findCaller(session: TokenSession | undefined, data: Data): Result<UserRow, Refusal> {
  if (!session) return err(refusals.invalidToken);
  const user = data.findUser(session.email);
  if (!user) return err(refusals.emailUnknown);
  const isEnded = user.endedSessions.some(({ id }) => id === session.id);
  return isEnded ? err(refusals.invalidToken) : ok(user);
}

const routes = endpointNames.map((name) => {
  const pattern = endpoints[name].path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  return { name, method: endpoints[name].method, pattern: new RegExp(`^${pattern}$`) };
});

interface Route extends Pick<WireRequest, 'params'> {
  readonly name: EndpointName;
}

/** Returns the call of the table that a request makes, with the ids of its path; undefined for any other request. */
export function findRoute(method: string, pathname: string): Route | undefined {
  for (const { name, pattern, ...route } of routes) {
    const match = route.method === method && pattern.exec(pathname);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {});
    const params = groups.map(([key, value]) => [key, decodeURIComponent(value)]);
    return { name, params: Object.fromEntries(params) };
  }
  return undefined;
}

/**
 * Answers a request as the mock of a page does, without a page and without Mirage. Rejects if the mock fails the call
 * with a lost connection.
 */
export async function answer(
  server: Server,
  url: string,
  { method = 'GET', headers, body }: RequestInit = {},
): Promise<Response> {
  const { pathname, searchParams: query } = new URL(url, 'http://mock.invalid');
  const route = findRoute(method, pathname);
  if (!route) return new Response('', { status: 404 });
  const wire = await dispatch(server, route.name, {
    params: route.params,
    query,
    headers: Object.fromEntries(new Headers(headers)),
    body: typeof body === 'string' ? body : '',
  });
  return toResponse(wire);
}

/** Makes the response that fetch resolves with, or throws as it does when the connection is lost. */
export function toResponse({ status, body, headers = {} }: WireResponse): Response {
  if (status === 0) throw new TypeError('Failed to fetch');
  return Response.json(body, { status, headers });
}
