// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest';
import { RemoteLoadError } from '../browser.ts';
import { aRemote } from '../testing/remotes.ts';
import { createReporter, describeError } from './report-errors.ts';
import type { Finding } from './watch-errors.ts';

const catalog = aRemote({
  ...{ id: 'mfe-catalog', version: '1.2.0-a' },
  entry: '/remotes/mfe-catalog/1.2.0-a/remoteEntry.js',
  routes: [{ page: 'product', path: '/product/:id', access: 'open', module: './Product' }],
});
const account = aRemote({
  version: '2.0.0-b',
  entry: 'https://account.example/2/remoteEntry.js',
});
const versions = { shell: '1.0.0-s', remotes: [catalog, account] };

beforeEach(() => void vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response()));

const describe = (finding: Partial<Finding>, pathname = '/product/7') =>
  describeError({ event: 'error', error: undefined, at: 0, pathname, ...finding }, versions);

const here = location.origin;

/** Makes an error with a stack as V8 writes it. */
function errorAt(message: string, ...files: readonly string[]): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n${files.map((file) => `    at f (${file}:1:2)`).join('\n')}`;
  return error;
}

const shellFile = `${here}/static/js/index.1.js`;
const catalogFile = `${here}/remotes/mfe-catalog/1.2.0-a/static/js/list.js`;
const accountFile = 'https://account.example/2/static/login.js';

test.each([
  [
    'the remote whose boundary caught it',
    { error: errorAt('x', accountFile), remote: catalog },
    'mfe-catalog',
  ],
  [
    'the first remote on the stack',
    { error: errorAt('x', shellFile, accountFile, catalogFile) },
    'mfe-account',
  ],
  [
    'the remote of the components around it',
    { error: errorAt('x', shellFile), componentStack: `\n at P (${catalogFile}:1:2)` },
    'mfe-catalog',
  ],
  [
    'the remote that could not be loaded',
    { error: new RemoteLoadError(account, './Login', 'gone') },
    'mfe-account',
  ],
  [
    'the remote whose chunk is missing',
    { error: new Error(`Loading chunk 7 failed. (${catalogFile})`) },
    'mfe-catalog',
  ],
  ['the shell', { error: errorAt('x', shellFile) }, 'shell'],
  ['the shell', { event: 'violation', error: 'img-src refused inline' }, 'shell'],
  ['no piece of the shop', { error: errorAt('x', 'chrome-extension://abc/inject.js') }, 'unknown'],
  ['no piece of the shop', { error: 'Script error.' }, 'unknown'],
] as const)('at fault is %s (%#)', (_, finding, piece) => {
  expect(describe(finding).piece).toBe(piece);
});

test.each([
  ['a symbol', Symbol('odd'), 'Symbol(odd)'],
  ['an object without a text', Object.create(null), 'a value without a text'],
  ['nothing', undefined, 'undefined'],
  ['an error that is its own cause', Object.assign(new Error('loop'), { stack: 7 }), 'Error: loop'],
])('%s can be thrown', (_, error, message) => {
  expect(describe({ error }).message).toBe(message);
});

test('a cycle of causes ends', () => {
  const error = new Error('loop');
  error.cause = error;
  expect(describe({ error }).message).toBe(Array(5).fill('Error: loop').join(': '));
});

test('devtools get the whole text, and the path’s pattern', () => {
  const cause = new Error('no “Asha”');
  const error = new Error('failed', { cause });
  expect(describe({ error })).toMatchObject({
    message: 'Error: failed: Error: no “Asha”',
    route: '/product/:id',
  });
  expect(describe({ error }, '/asha').route).toBe('*');
});

function report(...findings: readonly Partial<Finding>[]) {
  const reporter = createReporter('/reports');
  for (const finding of findings) reporter(describe(finding), versions);
  return vi.mocked(fetch).mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
}

test('a report names piece, version, release and route, and the files of the shop on the stack', () => {
  const files = [
    `${here}/product/7?email=asha`,
    shellFile,
    'https://other.example/a.js',
    catalogFile,
  ];
  expect(report({ error: errorAt('No user asha@patchwork.example', ...files) })).toEqual([
    {
      format: 2,
      event: 'error',
      piece: 'mfe-catalog',
      version: '1.2.0-a',
      route: '/product/:id',
      message: 'TypeError: No user <email>',
      frames: [`${shellFile}:1:2`, `${catalogFile}:1:2`],
      release: { shell: '1.0.0-s', 'mfe-catalog': '1.2.0-a', 'mfe-account': '2.0.0-b' },
    },
  ]);
});

test('a report goes to the configured address alone, without cookies or referrer', () => {
  report({ error: 'x' });
  expect(vi.mocked(fetch).mock.calls).toEqual([
    [
      '/reports',
      expect.objectContaining({
        method: 'POST',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      }),
    ],
  ]);
  // A header would cause a preflight request to another origin.
  expect(vi.mocked(fetch).mock.calls[0]?.[1]).not.toHaveProperty('headers');
});

test('an address in a message does not get among the files', () => {
  const error = new Error(`${here}/static/asha.js:1:2`);
  expect(JSON.stringify(report({ error }))).not.toContain('asha');
});

test('the same error is sent once, and a page sends twenty reports at most', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ error: `failure ${index}` }));
  expect(report({ error: 'again' }, { error: 'again' }, ...many)).toHaveLength(20);
});

test('a report that can’t be sent causes no further error', async () => {
  const failed = vi.fn();
  process.on('unhandledRejection', failed);
  vi.mocked(fetch).mockRejectedValue(new TypeError('Failed to fetch'));
  report({ error: 'x' });
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', failed);
  expect(failed).not.toHaveBeenCalled();
});
