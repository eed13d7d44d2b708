import { beforeAll, expect, test, vi } from 'vitest';
import type { send as Send } from './send.ts';
import { serveTests } from './test-server.ts';

const server = serveTests();
let send: typeof Send;

// axios reads the page's origin when its module is evaluated.
beforeAll(async () => {
  ({ send } = await import('./send.ts'));
});

const ask = (headers: Record<string, string> = {}) =>
  send(
    { method: 'POST', url: new URL('/echo', window.location.href).href, headers, body: '{}' },
    new AbortController().signal,
  );

test('the cookie XSRF-TOKEN is sent in the header X-XSRF-TOKEN', async () => {
  server.respond = (response) =>
    response.writeHead(200, { 'set-cookie': 'XSRF-TOKEN=thread' }).end('{}');
  await ask();
  await ask();
  const [first, second] = server.requests.map(({ headers }) => headers['x-xsrf-token']);
  expect([first, second]).toEqual([undefined, 'thread']);
});

test.each(['get', 'set', 'delete', 'common', 'has', 'x_under-score.d!'])(
  'a header with the name %s is sent',
  async (name) => {
    await ask({ [name]: 'yes' });
    expect(server.last().headers[name]).toBe('yes');
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
])('a network failure as %s reports it is a Network Error', async (_, message) => {
  expect(await failing(new TypeError(message))).toEqual({ kind: 'none', reason: 'Network Error' });
});

test('an error that says that the mock has no handler is kept unchanged', async () => {
  const error = Object.assign(new Error('no route'), { description: 'Mirage: undefined' });
  expect(await failing(error)).toEqual({ kind: 'unhandled', name: 'Error', message: 'no route' });
});

test('a timeout has the client’s own message', async () => {
  const error = new Error('timeout of 5ms exceeded');
  expect(await failing(error)).toEqual({ kind: 'none', reason: 'timeout of 5ms exceeded' });
});
