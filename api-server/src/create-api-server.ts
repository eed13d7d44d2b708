import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import type { Metrics } from '@patchwork/release/metrics';
import type { Logger } from 'pino';
import { createApp, isServerPath } from './app.ts';
import { deleteOldAttempts } from './auth/attempts.ts';
import { deleteExpiredSessions } from './auth/sessions.ts';
import { giveBackPayments, settleOverdue } from './checkout/sweep.ts';
import type { OpenDatabase } from './database/database.ts';
import { measureDatabase } from './database/measure-database.ts';
import { openDatabase } from './database/open.ts';
import { createServices, type Services } from './handlers/services.ts';
import { refuseUnreadable } from './http/answer.ts';
import { deleteOldLinks } from './mail/links.ts';
import { createMailer } from './mail/mailer.ts';
import { deleteOldMails, startDelivery } from './mail/outbox.ts';
import { deleteOldAlerts, mailBackInStock } from './mail/stock-alerts.ts';
import { expireExchanges } from './orders/exchanges.ts';
import { payDueRefunds } from './orders/refunds.ts';
import { razorpayRights } from './payment/razorpay-rights.ts';
import { fillSearchKeys } from './rows/search-keys.ts';
import { addGuest, endGuestSessions, seed } from './rows/seed.ts';
import type { Settings } from './settings.ts';
import { createLog, type ServerState } from './telemetry/log.ts';

/** API server that doesn't listen on a port. */
export interface ApiServer {
  /** Answers a request from this network address. */
  readonly fetch: (request: Request, address?: string) => Promise<Response>;
  /** Answers a request of node:http. */
  readonly listener: RequestListener;
  /** Whether a path belongs to the API, for a server that serves the API and the shop on one origin. */
  readonly handles: (pathname: string) => boolean;
  /** Answers a GET request from within this program. The path may have a query. */
  readonly read: (path: string) => Promise<Response>;
  /** Runtime configuration for a shop on the same origin. */
  readonly shopConfig: object;
  /** Lets /readyz fail, while requests are still answered: proxies have time to send the next ones elsewhere. */
  readonly drain: () => void;
  /** Refuses new requests, finishes pending requests and background work, then closes the database. */
  readonly stop: () => Promise<void>;
}

interface Options {
  /** Log of the server. By default, lines of JSON on stdout. */
  readonly log?: Logger;
  /** Database, which is closed with the server. By default, the one in the settings. */
  readonly database?: OpenDatabase;
  /** Metrics of requests and database. By default, nothing is measured. */
  readonly metrics?: Metrics | undefined;
}

/**
 * Opens the database, fills it with the sample shop if it is empty, and starts the delivery of mails and the
 * housekeeping. Throws a SettingsError if the database can't be opened.
 */
export async function createApiServer(
  settings: Settings,
  { log = createLog(settings.logLevel), database, metrics }: Options = {},
): Promise<ApiServer> {
  const opened = database ?? (await openDatabase(settings.database, log));
  const { db, close, pools } = opened;
  // OpenTelemetry's packages are loaded only where traces are exported.
  const telemetry =
    settings.traces &&
    (await import('./telemetry/export-spans.ts')).openTelemetry(settings.traces, log);
  try {
    const services = await createServices(opened, settings, log);
    await seed(db, settings.sampleStock);
    await (settings.guestAccount ? addGuest(db, services.passwords.hash) : endGuestSessions(db));
    const app = createApp(services, settings, metrics?.observe, telemetry?.tracer);
    const stopHousekeeping = startHousekeeping(services);
    const { smtp, shopUrl } = settings;
    if (metrics) measureDatabase(metrics, { db, pools, sendsMails: smtp !== undefined });
    const stopDelivery =
      smtp && startDelivery({ db, log, mailer: createMailer({ smtp, shopUrl }) });
    if (!smtp) log.info('Mails are kept: SMTP_URL is not set. `pnpm api mail list` shows them');
    const running = new Set<Promise<unknown>>();
    let state: ServerState = 'open';
    const goOn = (work: Promise<unknown>): void => {
      running.add(work);
      const done = () => running.delete(work);
      work.then(done, done);
    };
    const fetch = (request: Request, address?: string): Promise<Response> => {
      const response = Promise.resolve(app.fetch(request, { address, state, goOn }));
      goOn(response);
      return response;
    };
    return {
      fetch,
      listener: getRequestListener(
        (request, { incoming }) =>
          hasDotSegment(incoming.url)
            ? unreadableResponse()
            : fetch(request, incoming.socket.remoteAddress),
        // HTTP/1.0 requests have no Host header. Health checks of some proxies use HTTP/1.0.
        { hostname: 'localhost', errorHandler: unreadableResponse },
      ),
      handles: isServerPath,
      read: (path) => fetch(new Request(new URL(path, 'http://localhost'))),
      shopConfig: shopConfigOf(settings),
      drain: () => {
        state = 'draining';
      },
      stop: async () => {
        state = 'stopping';
        await Promise.allSettled([...running, stopHousekeeping(), stopDelivery?.()]);
        await Promise.all([close(), telemetry?.stop()]);
      },
    };
  } catch (error) {
    await Promise.all([close(), telemetry?.stop()]);
    throw error;
  }
}

/**
 * Whether a path has a segment '.' or '..', which the parser of URLs resolves. A proxy that doesn't would pass
 * /api/%2e%2e/readyz on, although only /api/ may be reached through it. Browsers resolve them before they send a path.
 */
const hasDotSegment = (url = ''): boolean =>
  /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(url.replace(/[?#].*$/s, ''));

/** Returns the refusal of a request with an invalid path or host. */
function unreadableResponse(): Response {
  const { headers, body } = refuseUnreadable(400);
  return new Response(body, { status: 400, headers });
}

const shopConfigOf = ({ razorpay }: Settings): object => ({
  apiBaseUrl: '/',
  ...(razorpay && { rights: { 'mfe-checkout': razorpayRights } }),
  payment: razorpay ? { provider: 'razorpay', key: razorpay.keyId } : { provider: 'simulator' },
  catalogue: { query: true },
});

const INTERVAL_MS = 60_000;

/**
 * Settles checkouts, pays refunds, ends exchanges and deletes expired rows, once a minute. Several processes may do so at once. Returns
 * a function that stops this work.
 */
function startHousekeeping(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const running = keepHouse(services, stopping.signal);
  return () => {
    stopping.abort();
    return running;
  };
}

async function keepHouse(services: Services, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(INTERVAL_MS, undefined, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted) return;
    await tidyUp(services, signal);
  }
}

const tasks: readonly ((services: Services, signal: AbortSignal) => Promise<unknown>)[] = [
  settleOverdue,
  giveBackPayments,
  payDueRefunds,
  expireExchanges,
  ({ db }) => deleteExpiredSessions(db),
  ({ db }) => deleteOldAttempts(db),
  ({ db }) => deleteOldLinks(db),
  ({ db }) => deleteOldMails(db),
  ({ db }, signal) => mailBackInStock(db, signal),
  ({ db }) => deleteOldAlerts(db),
  ({ db }, signal) => fillSearchKeys(db, signal),
];

/** Runs every task, even after one has failed. */
export async function tidyUp(services: Services, signal: AbortSignal): Promise<void> {
  for (const task of tasks) {
    try {
      await task(services, signal);
    } catch (error) {
      services.log.warn({ err: error }, 'Housekeeping failed; it is tried again in a minute');
    }
  }
}
