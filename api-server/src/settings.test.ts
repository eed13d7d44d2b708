import { expect, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

const read = (variables: Record<string, string>) => readSettings(variables, '/shop');

test('an empty environment selects the embedded database in the workspace and the hash cost that OWASP recommends', () => {
  expect(read({})).toMatchObject({
    database: { kind: 'folder', folder: '/shop/.data' },
    tokenSecrets: [],
    drainSeconds: 5,
    corsOrigins: [],
    razorpay: undefined,
    port: 4000,
    host: '127.0.0.1',
    proxies: 0,
    hashCost: { memoryKiB: 19_456, passes: 2 },
  });
});

test('an empty variable counts as absent', () => {
  expect(read({ DATABASE_URL: '', TOKEN_SECRET: '', PORT: '' })).toEqual(read({}));
});

test('DATABASE_URL selects a Postgres server', () => {
  const url = 'postgres://shop:secret@db.example:5432/shop';
  const { database } = read({ DATABASE_URL: url, DATABASE_CONNECTIONS: '20' });
  expect(database).toEqual({ kind: 'postgres', url, connections: 20, waitMs: 800 });
  const patient = read({ DATABASE_URL: url, DATABASE_WAIT_MS: '3000' });
  expect(patient.database).toMatchObject({ waitMs: 3000 });
  expect(() => read({ DATABASE_URL: url, DATABASE_WAIT_MS: '0' })).toThrow('DATABASE_WAIT_MS');
});

test('METRICS_PORT turns metrics on, by default for this machine only', () => {
  expect(read({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined();
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(() => read({ METRICS_PORT: 'on' })).toThrow('METRICS_PORT must be a whole number');
});

test('traces are exported where a collector is named, all of them by default', () => {
  expect(read({ OTEL_TRACES_SAMPLER_ARG: '0.5' }).traces).toBeUndefined();
  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };
  const endpoint = 'http://127.0.0.1:4318';
  expect(read(collector).traces).toEqual({ endpoint, share: 1 });
  expect(read({ ...collector, OTEL_TRACES_SAMPLER_ARG: '0.05' }).traces?.share).toBe(0.05);
  expect(() => read({ ...collector, OTEL_TRACES_SAMPLER_ARG: '5' })).toThrow('from 0 to 1');
  expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow('a collector');
});

test('CORS_ORIGINS is a list', () => {
  const { corsOrigins } = read({
    CORS_ORIGINS: 'https://shop.example, https://m.shop.example:8443',
  });
  expect(corsOrigins).toEqual(['https://shop.example', 'https://m.shop.example:8443']);
});

test('both keys of Razorpay select Razorpay', () => {
  const { razorpay } = read({ RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' });
  expect(razorpay).toEqual({
    keyId: 'rzp_test_1',
    keySecret: 'secret',
    webhookSecret: undefined,
    apiUrl: 'https://api.razorpay.com',
  });
});

const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/shop' };

test.each<[RegExp, Record<string, string>]>([
  [
    /^DATABASE_URL must be an address such as postgres:/,
    { DATABASE_URL: 'mysql://db.example/shop' },
  ],
  [/^TOKEN_SECRET must have at least 32 characters/, { TOKEN_SECRET: 'short' }],
  [/^TOKEN_SECRET must have at least 32/, { TOKEN_SECRET: `${'x'.repeat(32)},short` }],
  [/^TOKEN_SECRET is missing: /, production],
  [/^RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET are missing: /, { NODE_ENV: 'production' }],
  [/^PAYMENT must be simulator/, { PAYMENT: 'none' }],
  [
    /^PAYMENT=simulator and the keys of Razorpay contradict each other/,
    { PAYMENT: 'simulator', RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' },
  ],
  [/^GUEST_ACCOUNT must be true or false$/, { GUEST_ACCOUNT: 'yes' }],
  [/^CORS_ORIGINS must be a list of origins/, { CORS_ORIGINS: '*' }],
  [/^CORS_ORIGINS must be a list of origins/, { CORS_ORIGINS: 'https://shop.example/' }],
  [/^PORT must be a whole number from 0 to 65535$/, { PORT: '70000' }],
  [/^PORT must be a whole number/, { PORT: '-1' }],
  [/^TRUST_PROXY must be a whole number/, { TRUST_PROXY: 'yes' }],
  [/^LOG_LEVEL must be one of trace, debug, /, { LOG_LEVEL: 'loud' }],
  [/^RAZORPAY_KEY_ID must be a key id/, { RAZORPAY_KEY_ID: 'key', RAZORPAY_KEY_SECRET: 'secret' }],
  [/^RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET belong together/, { RAZORPAY_KEY_SECRET: 'secret' }],
])('an invalid setting is refused with one line: %s', (message, variables) => {
  expect(() => read(variables)).toThrow(SettingsError);
  expect(() => read(variables)).toThrow(message);
});

const secret = 'x'.repeat(32);

test('production needs nothing but a secret and a provider, and has no guest account', () => {
  const keys = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret' };
  expect(read({ ...production, TOKEN_SECRET: secret, ...keys })).toMatchObject({
    tokenSecrets: [secret],
    razorpay: { keyId: 'rzp_live_1' },
    guestAccount: false,
  });
});

test('TOKEN_SECRET is a list, so that tokens of the secret before stay valid', () => {
  const before = 'y'.repeat(32);
  expect(read({ TOKEN_SECRET: `${secret},${before}` }).tokenSecrets).toEqual([secret, before]);
});

test('production accepts simulated payments only if PAYMENT says so', () => {
  const told = { ...production, TOKEN_SECRET: secret, PAYMENT: 'simulator' };
  expect(read(told).razorpay).toBeUndefined();
});

test('COD_LIMIT turns cash on delivery on, by default without a fee', () => {
  expect(read({}).cashOnDelivery).toBeUndefined();
  expect(read({ COD_LIMIT: '5000' }).cashOnDelivery).toEqual({ limit: 5000, fee: 0 });
  expect(read({ COD_LIMIT: '5000', COD_FEE: '49' }).cashOnDelivery).toEqual({
    ...{ limit: 5000, fee: 49 },
  });
  expect(() => read({ COD_LIMIT: '0' })).toThrow('COD_LIMIT must be a whole number from 1');
  expect(() => read({ COD_LIMIT: '5000', COD_FEE: '4.9' })).toThrow('COD_FEE must be');
  expect(() => read({ COD_FEE: '49' })).toThrow('COD_LIMIT is missing');
});
