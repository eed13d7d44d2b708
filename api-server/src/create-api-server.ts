import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { refusalBody } from '@patchwork/api/refusals';
import type { Metrics } from '@patchwork/metrics';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { OpenDatabase } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { addGuest, endGuestSessions, seed } from './database/seed.ts';
import { startHousekeeping } from './housekeeping.ts';
import { isApiPath } from './is-api-path.ts';
import { createLog } from './log.ts';
import { measureDatabase } from './measure-database.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';
import { refuseUnreadable } from './unreadable-requests.ts';

/** An API server without a port. */
export interface ApiServer {
  /** Answers a request. `address`: where it came from. */
  readonly fetch: (request: Request, address?: string) => Promise<Response>;
  /** The same for a server of node:http. */
  readonly listener: RequestListener;
  /** Whether a path is the API's, where it shares an origin with the shop. */
  readonly handles: (pathname: string) => boolean;
  /** Answers a GET of a path, with its query, to the program that the server is part of. */
  readonly read: (path: string) => Promise<Response>;
  /** The runtime configuration of a shop that is served at the same origin. */
  readonly shopConfig: object;
  /** Finishes the requests that it began, then closes the database. */
  readonly stop: () => Promise<void>;
}

interface Options {
  /** Default: lines of JSON on the standard output. */
  readonly log?: Logger;
  /** Default: the database of the settings. It is closed when the server stops. */
  readonly database?: OpenDatabase;
  /** Default: nothing is measured. */
  readonly metrics?: Metrics | undefined;
}

/**
 * Opens the database and everything that answers requests. An empty database gets the sample shop. Throws
 * a SettingsError when the database can't be opened.
 */
export async function createApiServer(
  settings: Settings,
  { log = createLog(settings.logLevel), database, metrics }: Options = {},
): Promise<ApiServer> {
  const { db, health, close, pools } = database ?? (await openDatabase(settings.database));
  try {
    const services = { ...(await createServices(db, settings, log)), health };
    await seed(db, settings.sampleStock);
    await (settings.guestAccount ? addGuest(db, services.passwords) : endGuestSessions(db));
    const app = createApp(services, settings, metrics?.observe);
    if (metrics) measureDatabase(metrics, db, pools);
    const stopHousekeeping = startHousekeeping(services);
    const running = new Set<Promise<unknown>>();
    let isStopping = false;
    const fetch = (request: Request, address?: string): Promise<Response> => {
      if (isStopping) return Promise.resolve(stoppingResponse());
      const response = Promise.resolve(app.fetch(request, { address }));
      running.add(response);
      const done = () => running.delete(response);
      response.then(done, done);
      return response;
    };
    return {
      fetch,
      listener: getRequestListener(
        (request, { incoming }) => fetch(request, incoming.socket.remoteAddress),
        // HTTP/1.0 has no Host header, and the health checks of some proxies use it.
        { hostname: 'localhost', errorHandler: unreadableResponse },
      ),
      handles: isApiPath,
      read: (path) => fetch(new Request(new URL(path, 'http://localhost'))),
      shopConfig: shopConfigOf(settings),
      stop: async () => {
        isStopping = true;
        await Promise.allSettled([...running, stopHousekeeping()]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Refuses a request whose address or host can't be read. */
function unreadableResponse(): Response {
  const { headers, body } = refuseUnreadable(400);
  return new Response(body, { status: 400, headers });
}

/** The connection ends with it, so that a proxy sends the next request elsewhere. */
const stoppingResponse = (): Response =>
  Response.json(
    refusalBody({ status: 503, text: 'The server is being restarted. Please try again.' }),
    {
      status: 503,
      headers: { connection: 'close', 'retry-after': '5' },
    },
  );

const shopConfigOf = ({ razorpay }: Settings): object => ({
  apiBaseUrl: '/',
  payment: razorpay ? { provider: 'razorpay', key: razorpay.keyId } : { provider: 'simulator' },
  catalogue: { query: true },
});
