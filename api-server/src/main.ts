import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHttpServer } from '@patchwork/http-server';
import { type MetricsServer, openMetrics } from '@patchwork/metrics';
import { refuseUnreadable } from './answer.ts';
import { CommandError } from './commands/catalogue-file.ts';
import { createProgram } from './commands/program.ts';
import { createApiServer } from './create-api-server.ts';
import { createLog, describeError } from './log.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** Time for the requests that are under way when the server stops. */
const STOP_TIMEOUT_MS = 10_000;
const CLOSE_INTERVAL_MS = 50;

/**
 * Refuses new connections, and ends each open one once it has its answer, so that a proxy sends the next request
 * elsewhere: a refusal would reach the shopper.
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

const environment = `
Without a command: serves the API at http://localhost:4000, on the embedded database in .data/ or on the
Postgres server of DATABASE_URL. /healthz and /readyz say whether it runs and whether it can answer.

The environment:
  PORT, HOST              where to listen (4000, this machine alone; HOST=0.0.0.0 opens it to the network)
  DATABASE_URL            postgres://user:password@host:5432/name
  DATABASE_CONNECTIONS    at most so many to the Postgres server, 3 or more (10)
  PATCHWORK_DATA          the folder of the embedded database (.data)
  TOKEN_SECRET            signs the tokens; required with DATABASE_URL and NODE_ENV=production
  CORS_ORIGINS            other origins whose pages may call: https://shop.example,https://…
  TRUST_PROXY             how many proxies of your own stand in front (0)
  MAX_LISTED_PRODUCTS     products that GET /api/products lists at once; a shop with more has to query them (5000)
  ATTEMPTS_PER_ADDRESS    logins, and signups, of one network address within 15 minutes (100)
  ATTEMPTS_PER_EMAIL      failed logins, and signups, of one email from one address within 15 minutes (10)
  RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET
                          payments by Razorpay; without them they are simulated
  PAYMENT                 simulator: simulates payments with NODE_ENV=production too, which takes no money
  GUEST_ACCOUNT           true: anyone may log in as the guest, whose password is public (false)
  METRICS_PORT            a port for GET /metrics, which Prometheus scrapes; left out, nothing is measured
  METRICS_HOST            where to listen for it (this machine alone)
  LOG_LEVEL               trace, debug, info, warn, error, fatal or silent (info)

The catalogue's files: docs/catalogue.md`;

/** Folder above the package; the compiled program has one as well. */
const workspace = fileURLToPath(new URL('../..', import.meta.url));

const file = fileURLToPath(import.meta.url);
const command = file.endsWith('.ts') ? 'pnpm api' : `node ${path.relative(process.cwd(), file)}`;

/**
 * Prints an error: with --json as `{ error, details }`, for a program; else as a line for the error and one for each
 * detail, for a person.
 */
function fail(error: unknown): void {
  process.exitCode = 1;
  if (!(error instanceof CommandError || error instanceof SettingsError)) {
    // Not the error itself: the parameters of a failed statement are personal data.
    console.error(describeError(error));
    return;
  }
  const details = error instanceof CommandError ? error.details : [];
  if (process.argv.includes('--json')) {
    console.error(JSON.stringify({ error: error.message, details }));
  } else console.error([error.message, ...details.map((line) => `  ${line}`)].join('\n'));
}

process.once('uncaughtException', (error) => {
  fail(error);
  process.exit();
});

try {
  const program = createProgram(() => readSettings(process.env, workspace), listen, {
    out: (text) => process.stdout.write(`${text}\n`),
    // Clears the line and starts it again.
    progress: process.stderr.isTTY
      ? (text) => process.stderr.write(`\r\u001b[2K${text}`)
      : undefined,
    input: process.stdin,
  });
  await program.name(command).addHelpText('after', environment).parseAsync();
} catch (error) {
  fail(error);
  // An embedded database that could not be opened leaves a timer behind, which keeps the process.
  process.exit();
}
