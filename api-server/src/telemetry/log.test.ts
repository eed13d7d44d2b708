import { Writable } from 'node:stream';
import { type EndpointName, endpointNames, endpoints, pathFor } from '@patchwork/api';
import { exampleBodyOf, exampleIds } from '@patchwork/api/examples';
import { getTableName, sql } from 'drizzle-orm';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ApiServer, createApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import * as schema from '../database/schema.ts';
import { describeOnOneDatabase } from '../testing/databases.ts';
import { inMemory, testSettings } from '../testing/server.ts';
import { createLog, describeError, type RequestEnvironment, requestLog } from './log.ts';

/** Personal data of the examples: shopper, account, address, and the format of a password hash. */
const personal =
  /Meera|Iyer|Asha|Rao|@patchwork|needle-and-thread|marigold|argon2|Dyers|Kochi|Kerala|9876543210/;

function createMemory() {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: createLog('trace', output) };
}

async function send(server: ApiServer, name: EndpointName, token: string): Promise<Response> {
  const body = exampleBodyOf(name);
  return server.fetch(
    new Request(`http://localhost${pathFor(endpoints[name], exampleIds)}`, {
      method: endpoints[name].method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
}

/**
 * Faults of a table. In the first, every insert fails, and the error's detail contains the row. In the second, a column
 * can't be read.
 */
const faults = {
  '23514': {
    make: 'add constraint broken check (false) not valid',
    mend: 'drop constraint broken',
  },
  '42703': { make: 'rename column %s to broken', mend: 'rename column broken to %s' },
} as const;

const columns: Readonly<Record<string, string>> = {
  shoppers: 'password_hash',
  addresses: 'shopper_id',
  sessions: 'expires_at',
  cart_lines: 'product_id',
  wishlist_lines: 'product_id',
  orders: 'shopper_id',
  checkouts: 'shopper_id',
  rate_limits: 'window_start',
  mails: 'next_attempt_at',
  mail_tokens: 'expires_at',
};

/** Breaks each table in turn and makes every call. Returns the logged lines. */
async function logOfFailures(opened: OpenDatabase): Promise<readonly string[]> {
  const { lines, log } = createMemory();
  const server = await createApiServer(testSettings, { log, database: opened });
  onTestFinished(() => server.stop());
  const { encodedToken } = (await (await send(server, 'login', '')).json()) as {
    encodedToken: string;
  };
  await send(server, 'addToCart', encodedToken);
  for (const table of Object.values(schema).map(getTableName)) {
    for (const { make, mend } of Object.values(faults)) {
      const column = columns[table];
      if (make.includes('%s') && column === undefined) continue;
      const change = (text: string) =>
        opened.db.execute(sql.raw(`alter table ${table} ${text.replace('%s', column ?? '')}`));
      await change(make);
      for (const name of endpointNames) await send(server, name, encodedToken);
      await change(mend);
    }
  }
  return lines;
}

const TIMEOUT_MS = 120_000;

describeOnOneDatabase((newDatabase) => {
  test(
    'no failed statement writes a name, an address, an email or a password hash to the log',
    async () => {
      const lines = await logOfFailures(await openDatabase(await newDatabase(3)));
      for (const code of Object.keys(faults)) {
        expect(lines.some((line) => line.includes(`"code":"${code}"`))).toBe(true);
      }
      for (const line of lines) expect(line).not.toMatch(personal);
    },
    TIMEOUT_MS,
  );
});

test('a statement’s error keeps code, constraint and cause', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "one"'), {
    ...{ name: 'error', code: '23505', constraint: 'one', detail: 'Key (email)=(meera@a.example)' },
  });
  const error = new DrizzleQueryError('insert into shoppers values ($1)', ['Meera\n    at'], cause);
  expect(describeError(error)).toEqual({
    type: 'Error',
    message: 'Failed query: insert into shoppers values ($1)',
    stack: expect.stringMatching(/^at .*log\.test\.ts/),
    cause: {
      ...{ type: 'error', message: cause.message, code: '23505', constraint: 'one' },
      stack: expect.stringMatching(/^at /),
    },
  });
});

test('a value that does not fit its type is not quoted', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "Meera "Das""'), {
    code: '22P02',
  });
  const { message, stack } = describeError(error);
  expect(message).toBe('invalid input syntax for type uuid: "…"');
  expect(stack).not.toContain('Meera');
});

test('a stack is left out if the error’s message was changed later', () => {
  const error = Object.assign(new Error('e'), { stack: 'Error: of Meera\n    at any line' });
  expect(describeError(error)).toEqual({ type: 'Error', message: 'e' });
});

test('a thrown value that is not an error is not logged', () => {
  expect(describeError('meera@patchwork.example')).toEqual({
    type: 'string',
    message: 'no error was thrown',
  });
});

test('a refusal because the database is busy is logged in one line with its reason, and without a stack', async () => {
  const { lines, log } = createMemory();
  const opened = await openDatabase(inMemory);
  const server = await createApiServer(testSettings, { log, database: opened });
  const { encodedToken } = await (await send(server, 'login', '')).json();
  lines.length = 0;
  const cause = Object.assign(new Error('canceling statement due to lock timeout'), {
    code: '55P03',
  });
  vi.spyOn(opened.db, 'transaction').mockRejectedValue(new DrizzleQueryError('update', [], cause));
  expect((await send(server, 'addAddress', encodedToken)).status).toBe(503);
  const [warning] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== undefined);
  expect(warning).toMatchObject({
    msg: 'The database is overloaded',
    reason: 'canceling statement due to lock timeout (55P03)',
  });
  expect(lines.join()).not.toMatch(/stack|\.ts:/);
  await server.stop();
});

/** Sends one request and returns the logged lines. */
async function logged(path: string, init: RequestInit): Promise<readonly string[]> {
  const { lines, log } = createMemory();
  const app = new Hono<RequestEnvironment>();
  app.use(requestLog(log));
  app.all('*', (context) => context.text('refused', 401));
  await app.request(path, init);
  return lines;
}

test('a request is logged as one line of JSON with its time in UTC, its id, method and status', async () => {
  const lines = await logged('/', { headers: { 'x-request-id': 'from-the-proxy' } });
  expect(lines).toHaveLength(1);
  const { time, ...line } = JSON.parse(lines[0] ?? '');
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(line).toMatchObject({ requestId: 'from-the-proxy', method: 'GET', status: 401 });
});

test('a line names the trace of the request, or a new one if the header is not valid', async () => {
  const traceOf = async (traceparent: string) => {
    const [line] = await logged('/', { headers: { traceparent } });
    return JSON.parse(line ?? '').traceId;
  };
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(await traceOf(`00-${id}-00f067aa0ba902b7-00`)).toBe(id);
  for (const invalid of [
    '',
    `01-${id}-00f067aa0ba902b7-00`,
    `00-${id.toUpperCase()}-00f067aa0ba902b7-00`,
    `00-${id}-0000000000000000-00`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-00`,
    `00-${id}-00f067aa0ba902b7-00'*/; drop table orders; --`,
  ]) {
    const given = await traceOf(invalid);
    expect(given).toMatch(/^[\da-f]{32}$/);
    expect(given).not.toBe(id);
  }
});

test('no path, header or body of a request is logged, and no header can forge a line', async () => {
  const [line, ...others] = await logged('/secret-path?token=secret-query', {
    method: 'POST',
    headers: { authorization: 'secret-token', 'x-request-id': 'a","status":200,"x":"secret-id' },
    body: 'secret-body',
  });
  expect(others).toEqual([]);
  expect(line).not.toContain('secret');
  expect(JSON.parse(line ?? '').status).toBe(401);
});
