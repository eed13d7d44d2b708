import { catalogueRefusals, refusalBody } from '@patchwork/api/catalogue-refusals';
import type { OwnEndpoint, OwnRefusal as Refusal } from '@patchwork/api/own-api';
import { parseBody, parseParams, parseQuery } from '@patchwork/api/parse-input';
import { matchPath } from '@patchwork/api/routes';
import { ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { failOnPurpose, type WireResponse } from '../control/failures.ts';
import { failingId } from '../control/sentinels.ts';
import type { OwnSource } from './own-apis.ts';
import { loadRoutes, type OwnRoute } from './own-routes.ts';
import { refuseMethod, type Server, type WireRequest } from './server.ts';

const loadShopper = () => import(/* webpackChunkName: "mock-shopper" */ './shopper.ts');

const refusal = ({ status, ...rest }: Refusal): WireResponse => ({
  ...{ status, body: refusalBody({ status, ...rest }) },
});

/** A response for the developer, also in the console. */
function fault(text: string, cause: unknown = ''): WireResponse {
  console.error(text, cause);
  return refusal({ ...catalogueRefusals.unexpected, text });
}

/** Returns the route of a request, or the response if there is none. */
function routeOf(
  routes: readonly OwnRoute[],
  { owner, base }: OwnSource,
  method: string,
  { pathname }: URL,
): (OwnRoute & { readonly params: WireRequest['params'] }) | WireResponse {
  const fitting = routes.flatMap((route) => {
    const { pathname: pattern } = new URL(route.endpoint.path, 'http://mock.invalid');
    const params = matchPath(pattern, pathname);
    return params ? [{ ...route, params }] : [];
  });
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = fitting.find(({ endpoint }) => endpoint.method === wanted);
  if (found) return found;
  if (fitting.length > 0)
    return refuseMethod(fitting.map((each) => each.endpoint.method).join(', '));
  const known = routes.map(({ name }) => name).join(', ');
  const text = `${owner} declares no ${method} ${pathname} at ${base}. It has: ${known}.`;
  return refusal({ status: 404, code: 'unknownCall', text });
}

async function callerOf(
  { data, state }: Server,
  { access }: OwnEndpoint,
  headers: WireRequest['headers'],
): Promise<Result<{ name: string; email: string } | undefined, Refusal>> {
  if (access === 'open') return ok(undefined);
  const { verifyToken, findCaller } = await loadShopper();
  await data.loadUsers();
  const token = headers.authorization ?? '';
  const session = await verifyToken(token, state.checkpoint().sessionsEndedAt);
  const caller = findCaller(session, data, access);
  if (!caller.ok || !caller.value) return caller.ok ? ok(undefined) : caller;
  const { firstName, lastName, email } = caller.value;
  return ok({ name: `${firstName} ${lastName}`.trim(), email });
}

async function run(
  server: Server,
  { name, endpoint, handle, api, params }: OwnRoute & Pick<WireRequest, 'params'>,
  request: Omit<WireRequest, 'params'>,
): Promise<WireResponse> {
  const user = await callerOf(server, endpoint, request.headers);
  if (!user.ok) return refusal(user.error);
  const query = endpoint.query ? parseQuery(endpoint.query, request.query) : ok(undefined);
  const body = endpoint.body ? parseBody(endpoint.body, request.body) : ok(undefined);
  const storable = parseParams(params);
  for (const part of [query, body, storable]) if (!part.ok) return refusal(part.error);
  const outcome = await handle({
    ...{ params, user: user.value, data: server.state.ownData(api) },
    query: query.ok ? query.value : undefined,
    body: body.ok ? body.value : undefined,
    now: new Date(Date.now() + server.state.checkpoint().clock),
  });
  if (!outcome.ok) return refusal(outcome.error);
  const sent: unknown = JSON.parse(JSON.stringify(outcome.value ?? null));
  const checked = v.safeParse(endpoint.response, sent);
  if (checked.success) return { status: endpoint.status ?? 200, body: Object(sent) };
  const issues = v.summarize(checked.issues);
  return fault(
    `The mock's handler of ${name} answered what its response schema refuses: ${issues}`,
  );
}

/** Answers a request to an API of a remote's own. Never rejects. */
export async function answerOwn(
  server: Server,
  source: OwnSource,
  method: string,
  url: URL,
  request: Omit<WireRequest, 'params'>,
): Promise<WireResponse> {
  try {
    const route = routeOf(await loadRoutes(source), source, method, url);
    if ('status' in route) return route;
    const { name, params } = route;
    const failure = failOnPurpose(server.failures, server.state.settings(), name);
    if (failure) return failure;
    const { failing, failingOnce } = server.directives;
    const isFailing = failingOnce.delete(name) || failing.has(name);
    if (isFailing || Object.values(params).includes(failingId)) {
      return refusal(catalogueRefusals.unexpected);
    }
    try {
      return await run(server, route, request);
    } catch (cause) {
      return fault(`The mock's handler of ${name} threw: ${cause}`, cause);
    }
  } catch (cause) {
    return fault(cause instanceof Error ? cause.message : String(cause), cause);
  }
}
