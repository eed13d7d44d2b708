import { setTimeout } from 'node:timers/promises';
import type { Tracer } from '@opentelemetry/api';
import { type Endpoint, type EndpointName, endpoints } from '@patchwork/api';
import { createOpenApi } from '@patchwork/api/openapi';
import { parseParams, parseQuery } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import { findRoute, isApiPath, type Route } from '@patchwork/api/routes';
import { err, ok, type Result } from '@patchwork/domain';
import { clientAddress } from '@patchwork/release/http-server/client-address';
import type { Metrics } from '@patchwork/release/metrics';
import { sql } from 'drizzle-orm';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { type Caller, findCaller, findOperator } from './auth/sessions.ts';
import { type Database, databaseFailure } from './database/database.ts';
import { writeGoogleFeed } from './feeds/google-feed.ts';
import { accountHandlers } from './handlers/account.ts';
import { addressHandlers } from './handlers/addresses.ts';
import { authHandlers } from './handlers/auth.ts';
import { cartHandlers, wishlistHandlers } from './handlers/cart-and-wishlist.ts';
import { catalogueHandlers } from './handlers/catalogue.ts';
import { checkoutHandlers } from './handlers/checkouts.ts';
import type { Call, Handlers } from './handlers/handler.ts';
import { operatorHandlers } from './handlers/operator.ts';
import { orderHandlers } from './handlers/orders.ts';
import { razorpayWebhook, webhookPaths } from './handlers/razorpay-webhook.ts';
import type { Services } from './handlers/services.ts';
import { stockAlertHandlers } from './handlers/stock-alerts.ts';
import {
  allowOrigins,
  answer,
  answerLong,
  answerStored,
  refuse,
  StoredBody,
} from './http/answer.ts';
import { readBody } from './http/read-body.ts';
import { type ServerRefusal, serverRefusals } from './http/refusals.ts';
import { ProviderError } from './payment/provider.ts';
import { isShown, readProductRows } from './rows/product-row.ts';
import type { Settings } from './settings.ts';
import { logOf, type RequestEnvironment, reasonOf, requestLog } from './telemetry/log.ts';

type AppContext = Context<RequestEnvironment>;

type AppSettings = Pick<Settings, 'corsOrigins' | 'proxies' | 'razorpay'>;

const databaseMessages = {
  databaseAway: 'The database does not answer',
  busy: 'The database is overloaded',
} as const;

const handlers: Handlers = {
  ...accountHandlers,
  ...stockAlertHandlers,
  ...addressHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...catalogueHandlers,
  ...checkoutHandlers,
  ...operatorHandlers,
  ...orderHandlers,
  ...wishlistHandlers,
};

/** Creates the API's app, with routes for the endpoint table, health checks, the OpenAPI document and the webhook. */
export function createApp(
  services: Services,
  settings: AppSettings,
  observe?: Metrics['observe'],
  tracer?: Tracer,
) {
  const app = new Hono<RequestEnvironment>();
  app.use(requestLog(services.log, observe, tracer));
  if (settings.corsOrigins.length > 0) app.use('/api/*', allowOrigins(settings.corsOrigins));
  app.use(closeConnections);
  app.all('/api/*', (context, next) => {
    const route = findRoute(context.req.method, new URL(context.req.url).pathname);
    if (!route) return next();
    return 'allow' in route
      ? refuse(context, refusals.unknownMethod, { allow: route.allow })
      : run(services, settings.proxies, route, context);
  });
  healthRoutes(app, services.health ?? services.db);
  const webhookSecret = settings.razorpay?.webhookSecret;
  if (webhookSecret !== undefined) razorpayWebhook(app, services, webhookSecret);
  const openApi = createOpenApi('/', {
    ...(webhookSecret !== undefined && { paths: webhookPaths }),
    codes: Object.keys(serverRefusals),
  });
  app.get('/api/openapi.json', (context) => {
    context.set('endpoint', 'openApi');
    return answer(context, openApi);
  });
  app.get(GOOGLE_FEED, async (context) => {
    context.set('endpoint', 'googleFeed');
    const { catalogue, db, shopUrl } = services;
    // Read before the products: a feed may be newer than its tag, and never older.
    const revision = (await catalogue.revision()) ?? 'none';
    const feed = writeGoogleFeed(readProductRows(db, isShown), shopUrl);
    return answerLong(context, `W/"${FEED_VERSION}-${revision}"`, feed, {
      'cache-control': 'no-cache',
      'content-type': 'application/xml; charset=utf-8',
    });
  });
  app.notFound((context) => refuse(context, serverRefusals.unknownPath));
  app.onError((error, context) => {
    // Checked before database errors, because it too is caused by a failed connection.
    if (error instanceof ProviderError) {
      logOf(context).warn({ err: error }, 'The payment provider did not answer');
      return refuse(context, serverRefusals.paymentUnsure);
    }
    const failure = databaseFailure(error);
    if (failure) {
      logOf(context).warn({ reason: reasonOf(error) }, databaseMessages[failure]);
      return refuse(context, serverRefusals[failure]);
    }
    logOf(context).error({ err: error }, 'A request failed unexpectedly');
    return refuse(context, refusals.unexpected);
  });
  return app;
}

/** Closes the connections of a draining or stopping server, so that a proxy sends the next request elsewhere. */
const closeConnections: MiddlewareHandler<RequestEnvironment> = async (context, next) => {
  const { state = 'open' } = context.env ?? {};
  if (state === 'stopping') {
    return refuse(context, serverRefusals.restarting, { connection: 'close' });
  }
  await next();
  if (state === 'draining') context.header('connection', 'close');
};

async function run(
  services: Services,
  proxies: number,
  route: Route,
  context: AppContext,
): Promise<Response> {
  const { name } = route;
  context.set('endpoint', name);
  const { access, body, status }: Endpoint = endpoints[name];
  // Shoppers' data is never cached. The catalogue may be cached but must be revalidated each time.
  const headers = access !== 'open' || body ? {} : { 'cache-control': 'no-cache' };
  const result = await call(services, proxies, route, context);
  if (!result.ok) return refuse(context, result.error, headers);
  return result.value instanceof StoredBody
    ? answerStored(context, result.value, { status, headers })
    : answer(context, result.value, { status, headers });
}

/** Validates a request and its caller against the endpoint table, then calls the endpoint's handler. */
async function call<K extends EndpointName>(
  services: Services,
  proxies: number,
  { name, ...route }: Route & { readonly name: K },
  context: AppContext,
): Promise<Result<object, ServerRefusal>> {
  const endpoint: Endpoint = endpoints[name];
  const caller = await readCaller(services, endpoint, context);
  if (!caller.ok) return caller;
  const query = endpoint.query
    ? parseQuery(endpoint.query, new URL(context.req.url).searchParams)
    : ok(undefined);
  if (!query.ok) return query;
  const body = endpoint.body ? await readBody(endpoint.body, context.req.raw) : ok(undefined);
  if (!body.ok) return body;
  const params = parseParams(route.params);
  if (!params.ok) return params;
  const address = clientAddress(
    context.env?.address,
    context.req.header('x-forwarded-for'),
    proxies,
  );
  const input = { params: params.value, query: query.value, body: body.value };
  const request = { ...services, ...input, caller: caller.value, address };
  // Handler and request have the same name, but the compiler can't follow a union through the lookup.
  return await (handlers[name] as Handlers[K])(request as unknown as Call<K>);
}

async function readCaller(
  { db, tokens }: Services,
  endpoint: Endpoint,
  context: AppContext,
): Promise<Result<Caller | undefined, ServerRefusal>> {
  if (endpoint.access === 'open') return ok(undefined);
  const caller = await findCaller(db, tokens, context.req.header('authorization') ?? '');
  if (!caller) return err(refusals.invalidToken);
  if (endpoint.access === 'login') return ok(caller);
  const operator = await findOperator(db, caller);
  return operator ? ok(operator) : err(refusals.notOperator);
}

const DATABASE_TIMEOUT_MS = 2_000;

/**
 * Adds `/healthz`, which succeeds while the process runs, and `/readyz`, which succeeds while the database responds and
 * the process isn't asked to stop.
 */
function healthRoutes(app: Hono<RequestEnvironment>, db: Database): void {
  app.get('/healthz', (context) => {
    context.set('endpoint', 'health');
    return answer(context, { status: 'ok' });
  });
  app.get('/readyz', async (context) => {
    context.set('endpoint', 'health');
    if (context.env?.state === 'draining') {
      return answer(context, { status: 'stopping' }, { status: 503 });
    }
    const ready = await doesAnswer(db);
    return answer(context, { status: ready ? 'ok' : 'no database' }, { status: ready ? 200 : 503 });
  });
}

function doesAnswer(db: Database): Promise<boolean> {
  const answered = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );
  return Promise.race([answered, setTimeout(DATABASE_TIMEOUT_MS, false, { ref: false })]);
}

/** Path of the product feed for Google Merchant Center. */
const GOOGLE_FEED = '/feeds/google.xml';

/** Version of the feed's form, a part of its entity tag. To be raised when the same products give another text. */
const FEED_VERSION = 1;

/** Whether a path belongs to this server, for a server that serves the API and the shop on one origin. */
export const isServerPath = (pathname: string): boolean =>
  isApiPath(pathname) || pathname === GOOGLE_FEED || /^\/(?:healthz|readyz)$/.test(pathname);
