import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createHttpServer } from '@patchwork/release/http-server';
import { closeServer } from '@patchwork/release/http-server/close-server';
import { nodeProblem } from '@patchwork/release/http-server/node-support';
import { type MetricsServer, openMetrics } from '@patchwork/release/metrics';
import { CommandError } from './commands/files.ts';
import { createProgram } from './commands/program.ts';
import { createApiServer } from './create-api-server.ts';
import { refuseUnreadable } from './http/answer.ts';
import { readSettings, type Settings, SettingsError, variables } from './settings.ts';
import { createLog, describeError } from './telemetry/log.ts';
import { variablesHelp } from './variables-help.ts';

/** Time for pending requests to finish when the server has stopped listening. */
const STOP_TIMEOUT_MS = 10_000;

const listenError = (address: string, error: unknown): SettingsError =>
  new SettingsError(
    `${address}: this address is not available (${Reflect.get(Object(error), 'code')}). Choose another`,
  );

async function openMetricsOf({ metrics }: Settings): Promise<MetricsServer | undefined> {
  if (!metrics) return undefined;
  try {
    return await openMetrics(metrics);
  } catch (error) {
    throw listenError(`METRICS_HOST ${metrics.host}, METRICS_PORT ${metrics.port}`, error);
  }
}

/**
 * Starts the server, which runs until SIGINT or SIGTERM. Throws a SettingsError if the database can't be opened or an
 * address is not available.
 */
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
  const problem = nodeProblem();
  if (problem !== undefined) log.warn(problem);

  const draining = new AbortController();
  let isStopping = false;
  async function stop(signal: NodeJS.Signals): Promise<void> {
    // Ctrl-C: a terminal has no proxy that needs the time.
    if (signal === 'SIGINT') draining.abort();
    if (isStopping) return;
    isStopping = true;
    const { drainSeconds } = settings;
    log.info({ drainSeconds }, 'Stopping: /readyz fails, and requests are answered for this time');
    api.drain();
    await wait(drainSeconds * 1000, undefined, { signal: draining.signal }).catch(() => undefined);
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    await closeServer(server);
    await api.stop();
    await metrics?.stop();
    // An embedded database that stopped by itself leaves timers that keep the process alive.
    process.exit();
  }
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

const environment = `
Without a command: serves the API at http://localhost:4000, on the embedded database in .data/ or on the
Postgres server of DATABASE_URL. /healthz and /readyz say whether it runs and whether it can respond.

The environment:
${variablesHelp(variables)}

The catalogue's files: docs/catalogue.md. Orders and operators: docs/orders.md. Mails: docs/mail.md`;

/** Parent folder of the package. It is the same for the compiled program, which is in a folder at the same depth. */
const workspace = fileURLToPath(new URL('../..', import.meta.url));

const file = fileURLToPath(import.meta.url);
const command = file.endsWith('.ts') ? 'pnpm api' : `node ${path.relative(process.cwd(), file)}`;

/**
 * Prints an error and sets the exit code to 1. With --json, an expected error is printed as JSON with `error` and
 * `details`, otherwise as a line with the error and a line for each detail.
 */
function fail(error: unknown): void {
  process.exitCode = 1;
  if (!(error instanceof CommandError || error instanceof SettingsError)) {
    // Not the error itself, because the parameters of a failed statement are personal data.
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
    // Erases the current line.
    progress: process.stderr.isTTY
      ? (text) => process.stderr.write(`\r\u001b[2K${text}`)
      : undefined,
    input: process.stdin,
  });
  await program.name(command).addHelpText('after', environment).parseAsync();
} catch (error) {
  fail(error);
  // An embedded database that failed to open leaves a timer that keeps the process alive.
  process.exit();
}
