import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { listen } from './listen.ts';
import { readSettings, SettingsError } from './settings.ts';

const usage = `pnpm api

Serves the API at http://localhost:4000: on the embedded database in .data/, or on the Postgres server of
DATABASE_URL. /healthz and /readyz say whether it runs and whether it can answer.

The environment:
  PORT                    where to listen (4000)
  DATABASE_URL            postgres://user:password@host:5432/name
  DATABASE_CONNECTIONS    at most so many to the Postgres server (10)
  PATCHWORK_DATA          the folder of the embedded database (.data)
  TOKEN_SECRET            signs the tokens; required with DATABASE_URL and NODE_ENV=production
  CORS_ORIGINS            other origins whose pages may call: https://shop.example,https://…
  TRUST_PROXY             how many proxies of your own stand in front (0)
  ATTEMPTS_PER_ADDRESS    logins, and signups, of one network address within 15 minutes (100)
  ATTEMPTS_PER_EMAIL      failed logins, and signups, of one email within 15 minutes (10)
  RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET
                          payments by Razorpay; without them they are simulated
  LOG_LEVEL               trace, debug, info, warn, error, fatal or silent (info)`;

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** Throws a SettingsError with the usage for arguments that there are not. */
function readHelp(): boolean {
  try {
    return parseArgs({ options: { help: { type: 'boolean' } } }).values.help ?? false;
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

try {
  if (readHelp()) process.stdout.write(`${usage}\n`);
  else await listen(readSettings(process.env, workspace));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
}
