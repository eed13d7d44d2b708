import { type EndpointName, pathFor } from '@patchwork/api';
import { catalogueRefusals, type Refusal } from '@patchwork/api/catalogue-refusals';
import { parseBody, parseParams, parseQuery } from '@patchwork/api/parse-input';
import { findRoute } from '@patchwork/api/routes';
import { err, ok, type Result } from '@patchwork/domain';
import { failOnPurpose, toResponse, type WireResponse } from '../control/failures.ts';
import { failingId } from '../control/sentinels.ts';
import type { Data } from '../data/database.ts';
import { calls } from './calls.ts';
import type { Call, Handlers } from './handler.ts';
import { pageOrigin, sourceOf } from './own-apis.ts';
import { refusalResponse, refuseMethod, type Server, type WireRequest } from './server.ts';

/** Handles one call of the endpoint table. Never rejects: an unexpected error becomes status 500. */
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
    return { status: calls[name].status, body: result.value };
  } catch (cause) {
    console.error(`The mock's handler of ${name} threw:`, cause);
    return refusalResponse(catalogueRefusals.unexpected);
  }
}

const loadShopper = () => import(/* webpackChunkName: "mock-shopper" */ './shopper.ts');
const loadOperator = () => import(/* webpackChunkName: "mock-operator" */ './operator.ts');

/** Applies everything that has become due since the last call. */
function catchUp({ data, state }: Server, { passTime }: typeof import('./shopper.ts'), now: Date) {
  data.replace(passTime(data.tables(), now, state.settings()));
  state.recordChange('Time passed');
}

async function run<K extends EndpointName>(
  server: Server,
  name: K,
  request: WireRequest,
): Promise<Result<object, Refusal>> {
  const { handlers, data, directives, state } = server;
  const { params, headers } = request;
  const { failing, failingOnce } = directives;
  const isFailing = failingOnce.delete(name) || failing.has(name);
  if (isFailing || Object.values(params).includes(failingId))
    return err(catalogueRefusals.unexpected);
  const { access } = calls[name];
  const needsLogin = access !== 'open';
  const shopper = needsLogin || !handlers[name] ? await loadShopper() : undefined;
  if (shopper) await data.loadUsers();
  const operator = access === 'operator' ? await loadOperator() : undefined;
  const endpoint = { ...calls[name], ...operator?.schemasOf(name) };
  const body = endpoint.body ? parseBody(endpoint.body, request.body) : ok(undefined);
  const query = endpoint.query ? parseQuery(endpoint.query, request.query) : ok(undefined);
  const session = needsLogin
    ? await shopper?.verifyToken(headers.authorization ?? '', state.checkpoint().sessionsEndedAt)
    : undefined;
  const now = new Date(Date.now() + state.checkpoint().clock);
  // No await from here to the handler's change, so that parallel calls don't overwrite each other.
  if (shopper) catchUp(server, shopper, now);
  const user = needsLogin && shopper ? shopper.findCaller(session, data, access) : ok(undefined);
  if (!user.ok) return user;
  if (!query.ok) return query;
  if (!body.ok) return body;
  const storable = parseParams(params);
  if (!storable.ok) return storable;
  const record = () => state.recordChange(`${endpoint.method} ${pathFor(endpoint, params)}`);
  const recorded: Data = {
    ...data,
    saveUser: (changed) => {
      data.saveUser(changed);
      record();
    },
    replace: (tables) => {
      data.replace(tables);
      record();
    },
  };
  const input = { params, query: query.value, body: body.value };
  const settings = state.settings();
  const call = { ...input, user: user.value, session, data: recorded, settings, now };
  // Handler and call have the same name, but the compiler can't follow a union through the lookup.
  const handle = { ...operator?.operatorHandlers, ...shopper?.shopperHandlers, ...handlers }[
    name
  ] as Handlers[K];
  return await handle(call as unknown as Call<K>);
}

const loadOwn = () => import(/* webpackChunkName: "mock-own" */ './answer-own.ts');

/** Answers a request to an API of a remote's own; undefined if no remote's API has its URL. */
export function dispatchOwn(
  server: Server,
  method: string,
  url: URL,
  request: () => Promise<Omit<WireRequest, 'params'>>,
): Promise<WireResponse> | undefined {
  const source = sourceOf(server.own(), url);
  if (!source || source.isServed) return undefined;
  return Promise.all([loadOwn(), request()]).then(([{ answerOwn }, wire]) =>
    answerOwn(server, source, method, url, wire),
  );
}

/**
 * Answers a request as a page's mock does, but without a page or delay; an unknown path gets an empty 404. Rejects if
 * the mock simulates a lost connection.
 */
export async function answer(
  server: Server,
  address: string,
  { method = 'GET', headers, body }: RequestInit = {},
): Promise<Response> {
  const url = new URL(address, pageOrigin());
  const route = url.origin === pageOrigin() ? findRoute(method, url.pathname) : undefined;
  if (route && 'allow' in route) return toResponse(method, refuseMethod(route.allow));
  const wire = {
    ...{ query: url.searchParams, headers: Object.fromEntries(new Headers(headers)) },
    body: typeof body === 'string' ? body : '',
  };
  const answered = route
    ? dispatch(server, route.name, { ...wire, params: route.params })
    : dispatchOwn(server, method, url, async () => wire);
  return answered ? toResponse(method, await answered) : new Response('', { status: 404 });
}
