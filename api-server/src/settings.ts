import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MetricsAddress } from '@patchwork/metrics';
import * as v from 'valibot';

/** A setting that is missing or wrong: one line for the terminal. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const text = (message: string) => v.pipe(v.string(), v.nonEmpty(message));

function numberBetween(min: number, max: number) {
  const message = `is a whole number from ${min} to ${max}`;
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

const originsMessage = 'is a list of origins, separated by commas: https://shop.example';

const origins = v.pipe(
  v.optional(v.string(), ''),
  v.transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
  v.everyItem((entry) => URL.canParse(entry) && new URL(entry).origin === entry, originsMessage),
);

const MIN_SECRET_LENGTH = 32;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const environment = v.object({
  DATABASE_URL: v.optional(
    url(/^postgres(?:ql)?:\/\//, 'is an address such as postgres://user:password@host:5432/name'),
  ),
  PATCHWORK_DATA: v.optional(text('is a folder')),
  TOKEN_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.minLength(MIN_SECRET_LENGTH, `has at least ${MIN_SECRET_LENGTH} characters`),
    ),
  ),
  CORS_ORIGINS: origins,
  RAZORPAY_KEY_ID: v.optional(
    v.pipe(v.string(), v.regex(/^rzp_(?:test|live)_\w+$/, 'is a key id, rzp_test_… or rzp_live_…')),
  ),
  RAZORPAY_KEY_SECRET: v.optional(text('is a secret')),
  RAZORPAY_WEBHOOK_SECRET: v.optional(text('is a secret')),
  RAZORPAY_API_URL: v.optional(
    url(/^https?:\/\//, 'is an address, https://…'),
    'https://api.razorpay.com',
  ),
  PAYMENT: v.optional(v.literal('simulator', 'is simulator, or is left out')),
  GUEST_ACCOUNT: v.optional(v.picklist(['true', 'false'], 'is true or false'), 'false'),
  PORT: wholeNumber(4000, 0, MAX_PORT),
  HOST: v.optional(text('is an address'), '127.0.0.1'),
  METRICS_PORT: v.optional(numberBetween(0, MAX_PORT)),
  METRICS_HOST: v.optional(text('is an address'), '127.0.0.1'),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `is one of ${logLevels.join(', ')}`), 'info'),
  TRUST_PROXY: wholeNumber(0, 0, 10),
  DATABASE_CONNECTIONS: wholeNumber(10, 3, 500),
  MAX_LISTED_PRODUCTS: wholeNumber(5_000, 1, 1_000_000),
  ATTEMPTS_PER_ADDRESS: wholeNumber(100, 1, 1_000_000),
  ATTEMPTS_PER_EMAIL: wholeNumber(10, 1, 1_000_000),
});

interface RazorpaySettings {
  /** Public: 'rzp_test_…' or 'rzp_live_…'. */
  readonly keyId: string;
  readonly keySecret: string;
  /** Secret of the webhook; without it, no webhook is accepted. */
  readonly webhookSecret: string | undefined;
  /** 'https://api.razorpay.com' outside of tests. */
  readonly apiUrl: string;
}

/** Account of Razorpay, for calls of its API. */
export type RazorpayAccount = Omit<RazorpaySettings, 'webhookSecret'>;

/** Cost of a password's hash by Argon2id; the memory is in KiB. */
export interface HashCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

export interface Settings {
  /**
   * A Postgres server, or the folder of the embedded database. 'memory' is for tests and stores nothing; it starts from
   * the data folder in the file `snapshot`, which takes a fifth of the time of a new one.
   */
  readonly database:
    | { readonly kind: 'postgres'; readonly url: string; readonly connections: number }
    | { readonly kind: 'folder'; readonly folder: string }
    | { readonly kind: 'memory'; readonly snapshot?: string | undefined };
  /** Secret that signs the tokens; if undefined, one is made and kept in the database. */
  readonly tokenSecret: string | undefined;
  /** Other origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Settings of Razorpay; undefined for simulated payments. */
  readonly razorpay: RazorpaySettings | undefined;
  readonly port: number;
  /** Address to listen at. */
  readonly host: string;
  /** Address that Prometheus scrapes; if undefined, nothing is measured. */
  readonly metrics: MetricsAddress | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** Number of the operator's own proxies in front of the server. Above 0, the caller's address is in a header. */
  readonly proxies: number;
  /** Maximum numbers of attempts to log in or sign up within 15 minutes. */
  readonly attempts: { readonly perAddress: number; readonly perEmail: number };
  readonly hashCost: HashCost;
  /** Maximum number of products of a catalogue that one call may list. */
  readonly maxListedProducts: number;
  /** Whether anyone may log in with the public password of the demo account. */
  readonly guestAccount: boolean;
  /** Pieces of each sample product that is in stock. */
  readonly sampleStock: number;
}

/** OWASP's smallest recommendation for argon2id. */
const hashCost: HashCost = { memoryKiB: 19_456, passes: 2 };

const SAMPLE_STOCK = 25;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment. Throws a SettingsError that names the variable at fault. */
export function readSettings(variables: Environment, workspace: string): Settings {
  // An empty variable counts as absent, because compose files leave one out that way.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(environment, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new SettingsError(`${v.getDotPath(issue) ?? 'The environment'} ${issue.message}`);
  }
  const read = parsed.output;
  if (read.DATABASE_URL && variables.NODE_ENV === 'production' && !read.TOKEN_SECRET) {
    throw new SettingsError(
      `TOKEN_SECRET is missing: with DATABASE_URL and NODE_ENV=production it has to be given, at least ${MIN_SECRET_LENGTH} random characters`,
    );
  }
  return {
    database: read.DATABASE_URL
      ? { kind: 'postgres', url: read.DATABASE_URL, connections: read.DATABASE_CONNECTIONS }
      : { kind: 'folder', folder: path.resolve(workspace, read.PATCHWORK_DATA ?? '.data') },
    tokenSecret: read.TOKEN_SECRET,
    corsOrigins: read.CORS_ORIGINS,
    razorpay: razorpayOf(read, variables.NODE_ENV === 'production'),
    port: read.PORT,
    host: read.HOST,
    metrics:
      read.METRICS_PORT === undefined
        ? undefined
        : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    logLevel: read.LOG_LEVEL,
    proxies: read.TRUST_PROXY,
    attempts: { perAddress: read.ATTEMPTS_PER_ADDRESS, perEmail: read.ATTEMPTS_PER_EMAIL },
    hashCost,
    maxListedProducts: read.MAX_LISTED_PRODUCTS,
    guestAccount: read.GUEST_ACCOUNT === 'true',
    sampleStock: SAMPLE_STOCK,
  };
}

/** Returns the settings of Razorpay; undefined for simulated payments, which production uses only if PAYMENT says so. */
function razorpayOf(
  read: v.InferOutput<typeof environment>,
  isProduction: boolean,
): RazorpaySettings | undefined {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, PAYMENT: payment } = read;
  if (keyId === undefined && keySecret === undefined) {
    if (payment === 'simulator' || !isProduction) return undefined;
    throw new SettingsError(
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are missing: with NODE_ENV=production give both, or PAYMENT=simulator, which takes no money',
    );
  }
  if (payment === 'simulator') {
    throw new SettingsError(
      'PAYMENT=simulator and the keys of Razorpay contradict each other: remove one of them',
    );
  }
  if (keyId === undefined || keySecret === undefined) {
    throw new SettingsError(
      'RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET belong together: give both, or none for simulated payments',
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
 * Folder of the SQL files that `drizzle-kit generate` writes. The compiled `dist/main.mjs` finds it too: it is one
 * folder below the package, as this file is.
 */
export const migrationsFolder = fileURLToPath(new URL('../drizzle', import.meta.url));
