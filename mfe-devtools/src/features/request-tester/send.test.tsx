import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { send as Send } from './send.ts';
import { startServer } from './test-server.ts';

let send: typeof Send;
let server: Awaited<ReturnType<typeof startServer>>;

// axios takes the page's origin when it is evaluated.
beforeAll(async () => {
  server = await startServer((response) =>
    response.writeHead(200, { 'set-cookie': 'XSRF-TOKEN=thread' }).end('{}'),
  );
  ({ send } = await import('./send.ts'));
});

afterAll(() => server.stop());
afterEach(() => vi.unstubAllGlobals());

const ask = (headers: Record<string, string> = {}) =>
  send(
    { method: 'POST', url: new URL('/echo', window.location.href).href, headers, body: '{}' },
    new AbortController().signal,
  );

test('the cookie XSRF-TOKEN is sent in the header X-XSRF-TOKEN', async () => {
  await ask();
  await ask();
  const [first, second] = server.requests.map(({ headers }) => headers['x-xsrf-token']);
  expect([first, second]).toEqual([undefined, 'thread']);
});

test.each(['get', 'set', 'delete', 'common', 'has', 'x_under-score.d!'])(
  'a header with the name %s is sent',
  async (name) => {
    await ask({ [name]: 'yes' });
    expect(server.requests.at(-1)?.headers[name]).toBe('yes');
  },
);

function failing(error: Error) {
  vi.stubGlobal('fetch', () => Promise.reject(error));
  return ask();
}

test.each([
  ['Chromium', 'Failed to fetch'],
  ['Chromium, while the body arrives', 'network error'],
  ['Firefox', 'NetworkError when attempting to fetch resource.'],
  ['Safari', 'Load failed'],
])('a network failure as %s words it is a Network Error', async (_, message) => {
  expect(await failing(new TypeError(message))).toEqual({ kind: 'none', reason: 'Network Error' });
});

test('an error whose description says that the mock has no handler is stored itself', async () => {
  const error = Object.assign(new Error('no route'), { description: 'Mirage: undefined' });
  expect(await failing(error)).toEqual({ kind: 'unhandled', name: 'Error', message: 'no route' });
});

test('a timeout has the client’s own message', async () => {
  const error = new Error('timeout of 5ms exceeded');
  expect(await failing(error)).toEqual({ kind: 'none', reason: 'timeout of 5ms exceeded' });
});
