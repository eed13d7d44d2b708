import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@patchwork/http-server';
import { type MetricsServer, openMetrics } from '@patchwork/metrics';
import { refuseUnreadable } from './answer.ts';
import { createApiServer } from './create-api-server.ts';
import { createLog } from './log.ts';
import { type Settings, SettingsError } from './settings.ts';

/** Time for the requests that are under way when the server stops. */
const STOP_TIMEOUT_MS = 10_000;
const CLOSE_INTERVAL_MS = 50;

/**
 * Refuses new connections, and ends each open one once it has its answer: a proxy then sends the next
 * request elsewhere, where a refusal would reach the shopper.
 */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_INTERVAL_MS);
  await closed;
  clearInterval(closing);
}

const listenError = (address: string, error: unknown): SettingsError =>
  new SettingsError(`${address}: can’t be listened on (${Reflect.get(Object(error), 'code')})`);

async function openMetricsOf({ metrics }: Settings): Promise<MetricsServer | undefined> {
  if (!metrics) return undefined;
  try {
    return await openMetrics(metrics);
  } catch (error) {
    throw listenError(`METRICS_HOST ${metrics.host}, METRICS_PORT ${metrics.port}`, error);
  }
}

/** Serves the API until SIGINT or SIGTERM. Throws a SettingsError when it can't be started. */
export async function listen(settings: Settings): Promise<void> {
  const log = createLog(settings.logLevel);
  const metrics = await openMetricsOf(settings);
  const api = await createApiServer(settings, { log, metrics });
  const server = createHttpServer(api.listener, { refuse: refuseUnreadable });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(settings.port, settings.host, resolve);
    });
  } catch (error) {
    await api.stop();
    throw listenError(`HOST ${settings.host}, PORT ${settings.port}`, error);
  }
  const { port } = server.address() as AddressInfo;
  log.info({ port, database: settings.database.kind, metrics: metrics?.url }, 'The API is open');

  async function stop(signal: NodeJS.Signals): Promise<void> {
    log.info({ signal }, 'Stopping: no new request is accepted, those that began are finished');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await closeServer(server);
    await api.stop();
    await metrics?.stop();
    // An embedded database that ended by itself leaves timers behind, which keep the process.
    process.exit();
  }
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}
