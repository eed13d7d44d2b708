import { Writable } from 'node:stream';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createLog, type RequestEnvironment, requestLog } from './log.ts';

/** Sends one request, and returns the lines that were logged. */
async function logged(path: string, init: RequestInit): Promise<readonly string[]> {
  let text = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const app = new Hono<RequestEnvironment>();
  app.use(requestLog(createLog('info', output)));
  app.all('*', (context) => context.text('refused', 401));
  await app.request(path, init);
  return text.trim().split('\n');
}

test('a request is one line of JSON: when in UTC, which one, and how it ended', async () => {
  const lines = await logged('/', { headers: { 'x-request-id': 'from-the-proxy' } });
  expect(lines).toHaveLength(1);
  const { time, ...line } = JSON.parse(lines[0] ?? '');
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(line).toMatchObject({ requestId: 'from-the-proxy', method: 'GET', status: 401 });
});

test('no path, header or body of a request is logged, nor what would forge a line', async () => {
  const [line, ...others] = await logged('/secret-path?token=secret-query', {
    method: 'POST',
    headers: { authorization: 'secret-token', 'x-request-id': 'a","status":200,"x":"secret-id' },
    body: 'secret-body',
  });
  expect(others).toEqual([]);
  expect(line).not.toContain('secret');
  expect(JSON.parse(line ?? '').status).toBe(401);
});
