import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CashTerms } from '@patchwork/domain';
import type { MetricsAddress } from '@patchwork/release/metrics';
import * as v from 'valibot';

/** Missing or invalid setting. The message is one line for the terminal. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const text = (message: string) => v.pipe(v.string(), v.nonEmpty(message));

function numberBetween(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

const wholeNumber = (fallback: number, min: number, max: number) =>
  v.optional(numberBetween(min, max), String(fallback));

const MAX_PORT = 65_535;

const url = (pattern: RegExp, message: string) =>
  v.pipe(
    v.string(),
    v.check((value) => URL.canParse(value) && pattern.test(value), message),
  );

const originsMessage = 'must be a list of origins, separated by commas: https://shop.example';

const listed = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

const origins = v.pipe(
  v.optional(v.string(), ''),
  v.transform(listed),
  v.everyItem((entry) => URL.canParse(entry) && new URL(entry).origin === entry, originsMessage),
);

/** Default wait of a transaction for a connection. */
export const DATABASE_WAIT_MS = 800;

/** Default number of days during which a delivered line can be returned. */
const RETURN_DAYS = 14;

/** Default number of days within which an exchange must be sent. */
const EXCHANGE_DAYS = 7;

const shopUrlMessage = 'must be the shop’s origin, such as https://shop.example';

const MIN_SECRET_LENGTH = 32;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const environment = v.object({
  DATABASE_URL: v.optional(
    url(
      /^postgres(?:ql)?:\/\//,
      'must be an address such as postgres://user:password@host:5432/name',
    ),
  ),
  PATCHWORK_DATA: v.optional(text('must be a folder')),
  TOKEN_SECRET: v.pipe(
    v.optional(v.string(), ''),
    v.transform(listed),
    v.everyItem(
      (secret) => secret.length >= MIN_SECRET_LENGTH,
      `must have at least ${MIN_SECRET_LENGTH} characters; several secrets are separated by commas`,
    ),
  ),
  CORS_ORIGINS: origins,
  RAZORPAY_KEY_ID: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^rzp_(?:test|live)_\w+$/, 'must be a key id, rzp_test_… or rzp_live_…'),
    ),
  ),
  RAZORPAY_KEY_SECRET: v.optional(text('must be a secret')),
  RAZORPAY_WEBHOOK_SECRET: v.optional(text('must be a secret')),
  RAZORPAY_API_URL: v.optional(
    url(/^https?:\/\//, 'must be an address, https://…'),
    'https://api.razorpay.com',
  ),
  PAYMENT: v.optional(v.literal('simulator', 'must be simulator, or left out')),
  GUEST_ACCOUNT: v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'false'),
  PORT: wholeNumber(4000, 0, MAX_PORT),
  HOST: v.optional(text('must be an address'), '127.0.0.1'),
  METRICS_PORT: v.optional(numberBetween(0, MAX_PORT)),
  METRICS_HOST: v.optional(text('must be an address'), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    url(/^https?:\/\//, 'must be the address of a collector, such as http://127.0.0.1:4318'),
  ),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0)?)$/, 'must be a share from 0 to 1'),
      v.transform(Number),
    ),
    '1',
  ),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  TRUST_PROXY: wholeNumber(0, 0, 10),
  DRAIN_SECONDS: wholeNumber(5, 0, 300),
  DATABASE_CONNECTIONS: wholeNumber(10, 3, 500),
  DATABASE_WAIT_MS: wholeNumber(DATABASE_WAIT_MS, 100, 60_000),
  PATCHWORK_OPERATOR: v.optional(
    v.pipe(v.string(), v.maxLength(200, 'must have at most 200 characters')),
  ),
  COD_LIMIT: v.optional(numberBetween(1, 1_000_000)),
  COD_FEE: v.optional(numberBetween(0, 10_000)),
  RETURN_DAYS: wholeNumber(RETURN_DAYS, 0, 3650),
  EXCHANGE_DAYS: wholeNumber(EXCHANGE_DAYS, 1, 365),
  MAX_LISTED_PRODUCTS: wholeNumber(5_000, 1, 1_000_000),
  ATTEMPTS_PER_ADDRESS: wholeNumber(100, 1, 1_000_000),
  ATTEMPTS_PER_EMAIL: wholeNumber(10, 1, 1_000_000),
  SHOP_URL: v.optional(
    v.pipe(
      url(/^https?:\/\//, shopUrlMessage),
      v.check((value) => new URL(value).origin === value.replace(/\/+$/, ''), shopUrlMessage),
    ),
  ),
  SMTP_URL: v.optional(
    url(/^smtps?:\/\/[^/]+/, 'must be an address such as smtps://user:password@smtp.example:465'),
  ),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:[^<>"\p{Cc}]*<[^\s<>@,;]+@[\w.-]+>|[^\s<>@,;]+@[\w.-]+)$/u,
        'must be a sender such as Patchwork <orders@shop.example>',
      ),
    ),
  ),
});

/** What each variable sets, for the command's help and docs/reference.md. The defaults are those of the schema. */
const texts: Readonly<Record<keyof typeof environment.entries, string>> = {
  PORT: 'port to listen on',
  HOST: 'address to listen on; 0.0.0.0 lets other machines and containers in',
  DATABASE_URL: 'postgres://user:password@host:5432/name. Left out: the embedded database',
  DATABASE_CONNECTIONS:
    'maximum number of connections to Postgres, at least 3: one for the health check, half of the others for transactions',
  DATABASE_WAIT_MS:
    'milliseconds that a change waits for a connection before it is refused with 503. Reads wait up to 5 s, locks 500 ms',
  PATCHWORK_DATA: 'folder of the embedded database (.data)',
  TOKEN_SECRET:
    'signs the tokens, 32 characters or more; the same for all processes, required with DATABASE_URL and NODE_ENV=production. Of several, separated by commas, the first signs and all are accepted',
  CORS_ORIGINS:
    'other origins whose pages may call the API: https://shop.example,https://…. Not needed behind one proxy',
  DRAIN_SECONDS:
    'how long a process that is asked to stop still answers, while /readyz fails; longer than proxies need to notice. Ctrl-C: 0',
  TRUST_PROXY:
    'number of your own proxies in front. With a wrong number, all clients share one limit or can forge their address',
  MAX_LISTED_PRODUCTS:
    'maximum number of products that GET /api/products lists; larger shops are queried',
  ATTEMPTS_PER_ADDRESS:
    'logins, signups and mailed links of one network address within 15 minutes; also limits unpaid checkouts',
  ATTEMPTS_PER_EMAIL:
    'failed logins, and signups, of one email from one address within 15 minutes; from everywhere ten times as many',
  RAZORPAY_KEY_ID:
    'public key id of Razorpay, rzp_test_… or rzp_live_…. Left out: simulated payments',
  RAZORPAY_KEY_SECRET: 'secret of that key',
  RAZORPAY_WEBHOOK_SECRET: 'secret of the webhooks. Left out: none is accepted',
  RAZORPAY_API_URL: 'address of Razorpay’s API, for tests',
  PAYMENT: 'simulator: simulates payments even with NODE_ENV=production; takes no money',
  COD_LIMIT:
    'maximum price in rupees of an order with cash on delivery, without the fee. Left out: no cash on delivery',
  COD_FEE: 'fee in rupees of cash on delivery, with COD_LIMIT. Left out: 0',
  SMTP_URL: 'smtps://user:password@host:465, or smtp://…. Left out: mails wait in the database',
  MAIL_FROM: 'sender of the mails, Patchwork <orders@shop.example>; required with SMTP_URL',
  SHOP_URL:
    'origin of the shop for links in mails and feeds (http://localhost:3000); required with SMTP_URL, the same for the commands',
  GUEST_ACCOUNT:
    'true: anyone may log in as the guest, whose password is public; so it is by default in pnpm start --api and pnpm dev --api',
  RETURN_DAYS: 'days after delivery during which a return or an exchange can be requested',
  EXCHANGE_DAYS:
    'days after its request within which an exchange must be sent; it then ends by itself',
  PATCHWORK_OPERATOR:
    'name of the operator in the audit, for commands. Left out: the database role',
  METRICS_PORT: 'port of GET /metrics, for Prometheus. Left out: nothing is measured',
  METRICS_HOST: 'address of the metrics',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'collector that receives traces, http://127.0.0.1:4318. Left out: none are sent',
  OTEL_TRACES_SAMPLER_ARG: 'share of the requests that are traced, from 0 to 1',
  LOG_LEVEL: logLevels.join(', '),
};

/** Environment variable as the help and the reference describe it. */
export interface Variable {
  readonly name: string;
  readonly text: string;
  /** Empty if there is none. */
  readonly fallback: string;
}

export const variables: readonly Variable[] = Object.entries(texts).map(([name, text]) => {
  const schema = environment.entries[name as keyof typeof texts];
  return { name, text, fallback: 'default' in schema ? String(schema.default ?? '') : '' };
});

/** OpenTelemetry collector that receives traces by OTLP over HTTP, and the share of requests to trace. */
export interface TraceSettings {
  /** Base address, such as 'http://127.0.0.1:4318'. */
  readonly endpoint: string;
  /** Share of the requests whose trace is recorded, from 0 to 1. */
  readonly share: number;
}

interface RazorpaySettings {
  /** Public id of the API key: 'rzp_test_…' or 'rzp_live_…'. */
  readonly keyId: string;
  readonly keySecret: string;
  /** Webhook secret. If undefined, no webhook is accepted. */
  readonly webhookSecret: string | undefined;
  /** Base URL of Razorpay's API: 'https://api.razorpay.com' except in tests. */
  readonly apiUrl: string;
}

interface SmtpSettings {
  /** URL of the mail server: 'smtps://user:password@host:465', or 'smtp://…'. */
  readonly url: string;
  /** Sender: 'Patchwork <orders@shop.example>'. */
  readonly from: string;
}

/** Settings for calling Razorpay's API. */
export type RazorpayAccount = Omit<RazorpaySettings, 'webhookSecret'>;

/** Cost parameters of Argon2id; memory in KiB. */
export interface HashCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

export interface Settings {
  /**
   * Postgres server, or embedded database in a folder or in memory. 'memory' is for tests and stores nothing. From the
   * data folder in the file `snapshot`, it starts five times faster.
   */
  readonly database:
    | {
        readonly kind: 'postgres';
        readonly url: string;
        readonly connections: number;
        /** Maximum wait of a transaction for a connection. */
        readonly waitMs: number;
      }
    | { readonly kind: 'folder'; readonly folder: string }
    | { readonly kind: 'memory'; readonly snapshot?: string | undefined };
  /**
   * Secrets of tokens: the first signs, all verify. If there is none, one is generated and stored in the database.
   */
  readonly tokenSecrets: readonly string[];
  /** Other origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Razorpay settings; undefined for simulated payments. */
  readonly razorpay: RazorpaySettings | undefined;
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** Address for Prometheus to scrape; undefined turns metrics off. */
  readonly metrics: MetricsAddress | undefined;
  /** Settings for exporting traces; undefined to export none. */
  readonly traces: TraceSettings | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /**
   * Number of the operator's own proxies in front of the server. Above 0, the client's address is taken from a header.
   */
  readonly proxies: number;
  /**
   * Seconds for which a stopping process still answers, so that proxies have time to send requests elsewhere. Longer
   * than their interval of health checks, and than they keep an idle connection.
   */
  readonly drainSeconds: number;
  /** Maximum numbers of logins, signups and requests about mailed links within 15 minutes. */
  readonly attempts: { readonly perAddress: number; readonly perEmail: number };
  readonly hashCost: HashCost;
  /** Maximum number of products that `GET /api/products` may list. */
  readonly maxListedProducts: number;
  /**
   * Name of the operator at the command line, for the audit. If undefined, the database role or the machine's user is
   * used.
   */
  readonly operator: string | undefined;
  /** Days after delivery during which a return can be requested. */
  readonly returnDays: number;
  /** Days within which an exchange must be sent. */
  readonly exchangeDays: number;
  /** Terms of cash on delivery, at the PIN codes whose row allows it; undefined if there is none. */
  readonly cashOnDelivery: CashTerms | undefined;
  /** Whether the demo account's public password is accepted. */
  readonly guestAccount: boolean;
  /** Stock of each sample product that is in stock. */
  readonly sampleStock: number;
  /** Origin of the shop, for links in mails and feeds. */
  readonly shopUrl: string;
  /** Mail server; if undefined, mails wait in the database. */
  readonly smtp: SmtpSettings | undefined;
}

/** OWASP's minimum recommendation for Argon2id. */
const hashCost: HashCost = { memoryKiB: 19_456, passes: 2 };

const SAMPLE_STOCK = 25;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from environment variables; folders are relative to `workspace`. Throws a SettingsError that names
 * the missing or invalid variable.
 */
export function readSettings(variables: Environment, workspace: string): Settings {
  // An empty variable counts as absent, because Compose files pass unset variables as empty.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(environment, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new SettingsError(`${v.getDotPath(issue) ?? 'The environment'} ${issue.message}`);
  }
  const read = parsed.output;
  if (read.DATABASE_URL && variables.NODE_ENV === 'production' && read.TOKEN_SECRET.length === 0) {
    throw new SettingsError(
      `TOKEN_SECRET is missing: it is required with DATABASE_URL and NODE_ENV=production, and needs at least ${MIN_SECRET_LENGTH} random characters`,
    );
  }
  return {
    database: read.DATABASE_URL
      ? {
          kind: 'postgres',
          url: read.DATABASE_URL,
          connections: read.DATABASE_CONNECTIONS,
          waitMs: read.DATABASE_WAIT_MS,
        }
      : { kind: 'folder', folder: path.resolve(workspace, read.PATCHWORK_DATA ?? '.data') },
    tokenSecrets: read.TOKEN_SECRET,
    corsOrigins: read.CORS_ORIGINS,
    razorpay: razorpayOf(read, variables.NODE_ENV === 'production'),
    port: read.PORT,
    host: read.HOST,
    metrics:
      read.METRICS_PORT === undefined
        ? undefined
        : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    traces:
      read.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
            share: read.OTEL_TRACES_SAMPLER_ARG,
          },
    logLevel: read.LOG_LEVEL,
    proxies: read.TRUST_PROXY,
    drainSeconds: read.DRAIN_SECONDS,
    attempts: { perAddress: read.ATTEMPTS_PER_ADDRESS, perEmail: read.ATTEMPTS_PER_EMAIL },
    hashCost,
    maxListedProducts: read.MAX_LISTED_PRODUCTS,
    operator: read.PATCHWORK_OPERATOR,
    returnDays: read.RETURN_DAYS,
    exchangeDays: read.EXCHANGE_DAYS,
    cashOnDelivery: cashOf(read),
    guestAccount: read.GUEST_ACCOUNT === 'true',
    sampleStock: SAMPLE_STOCK,
    shopUrl: (read.SHOP_URL ?? 'http://localhost:3000').replace(/\/+$/, ''),
    smtp: smtpOf(read),
  };
}

/** Returns the terms of cash on delivery; undefined if there are none. A fee requires a limit. */
function cashOf(read: v.InferOutput<typeof environment>): CashTerms | undefined {
  const { COD_LIMIT: limit, COD_FEE: fee } = read;
  if (limit !== undefined) return { limit, fee: fee ?? 0 };
  if (fee === undefined) return undefined;
  throw new SettingsError('COD_LIMIT is missing: COD_FEE has no meaning without it');
}

/** Returns the mail server's settings; undefined if there is none. Sending requires a sender and the shop's URL. */
function smtpOf(read: v.InferOutput<typeof environment>): SmtpSettings | undefined {
  const { SMTP_URL: address, MAIL_FROM: from, SHOP_URL: shop } = read;
  if (address === undefined) return undefined;
  if (from === undefined || shop === undefined) {
    throw new SettingsError(
      `${from === undefined ? 'MAIL_FROM' : 'SHOP_URL'} is missing: it is required with SMTP_URL`,
    );
  }
  return { url: address, from };
}

/**
 * Returns the Razorpay settings; undefined for simulated payments, which production allows only with PAYMENT=simulator.
 */
function razorpayOf(
  read: v.InferOutput<typeof environment>,
  isProduction: boolean,
): RazorpaySettings | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, PAYMENT: payment } = read;
  if (keyId === undefined && keySecret === undefined) {
    if (payment === 'simulator' || !isProduction) return undefined;
    throw new SettingsError(
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are missing: with NODE_ENV=production, set both, or set PAYMENT=simulator, which takes no money',
    );
  }
  if (payment === 'simulator') {
    throw new SettingsError(
      'PAYMENT=simulator and the keys of Razorpay contradict each other: remove one of them',
    );
  }
  if (keyId === undefined || keySecret === undefined) {
    throw new SettingsError(
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET belong together: set both, or neither for simulated payments',
    );
  }
  return {
    keyId,
    keySecret,
    webhookSecret: read.RAZORPAY_WEBHOOK_SECRET,
    apiUrl: read.RAZORPAY_API_URL.replace(/\/+$/, ''),
  };
}

/**
 * Folder of the SQL files generated by `drizzle-kit generate`. The path also works from the compiled `dist/main.mjs`,
 * which is at the same depth as this file.
 */
export const migrationsFolder = fileURLToPath(new URL('../drizzle', import.meta.url));
