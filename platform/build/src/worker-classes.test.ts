// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest';

const started: unknown[][] = [];

class Recorded extends EventTarget {
  onerror = null;

  constructor(...given: unknown[]) {
    super();
    started.push(given);
  }

  terminate(): void {}
}

/** Evaluates the module in a page of a shop with these classes; the remote's files are in `folder`. */
async function classesIn(folder: string, globals: object) {
  location.href = 'https://shop.example/cart';
  vi.stubGlobal('__webpack_public_path__', folder);
  for (const name of ['Worker', 'SharedWorker'])
    vi.stubGlobal(name, Reflect.get(globals, name) as unknown);
  vi.resetModules();
  return import('./worker-classes.ts');
}

beforeEach(() => {
  started.length = 0;
});

const elsewhere = 'https://remotes.example/mfe-gifts/1.0.0/';

test.each([
  ['/remotes/mfe-gifts/1.0.0/', 'https://shop.example/remotes/mfe-gifts/1.0.0/w.js'],
  [elsewhere, `${elsewhere}w.js?x=1#y`],
])('a file of the remote in %s is started by the shop’s script', async (folder, address) => {
  const { Worker, SharedWorker } = await classesIn(folder, {
    Worker: Recorded,
    SharedWorker: Recorded,
  });
  if (!Worker || !SharedWorker) return expect.unreachable();
  new Worker(new URL(address), { type: 'module', name: 'gift' });
  new SharedWorker(address, 'gift');
  const by = `/worker.js#${encodeURIComponent(address)}`;
  expect(started).toEqual([
    [by, { name: 'gift', type: 'classic' }],
    [by, { name: 'gift', type: 'classic' }],
  ]);
});

test('in development the script names the file too, for the server', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  const { Worker } = await classesIn(elsewhere, { Worker: Recorded });
  if (!Worker) return expect.unreachable();
  new Worker(`${elsewhere}w.js`);
  const file = encodeURIComponent(`${elsewhere}w.js`);
  expect(started).toEqual([[`/worker.js?${file}#${file}`, { type: 'classic' }]]);
});

test.each(['blob:https://shop.example/1', 'data:text/javascript,1', 'https://other.example/w.js'])(
  'any other script is started as it is: %s',
  async (address) => {
    const { Worker } = await classesIn(elsewhere, { Worker: Recorded });
    if (!Worker) return expect.unreachable();
    new Worker(address, { type: 'module' });
    expect(started).toEqual([[address, { type: 'module' }]]);
  },
);

test('a class that the browser lacks stays away', async () => {
  const { Worker, SharedWorker } = await classesIn(elsewhere, { Worker: Recorded });
  expect([typeof Worker, SharedWorker]).toEqual(['function', undefined]);
});

const failure = (message = 'Error: torn') => {
  const fields = { message, filename: 'w.js', lineno: 3 };
  return Object.assign(new Event('error', { cancelable: true }), fields);
};

test('what a worker throws and nobody handles is an error of the page', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { Worker } = await classesIn(elsewhere, { Worker: Recorded });
  if (!Worker) return expect.unreachable();
  const handled = new Worker(`${elsewhere}w.js`);
  handled.onerror = () => undefined;
  handled.dispatchEvent(failure());
  const prevented = new Worker(`${elsewhere}w.js`);
  prevented.addEventListener('error', (event) => event.preventDefault());
  prevented.dispatchEvent(failure());
  new Worker(`${elsewhere}w.js`).dispatchEvent(failure());
  await vi.waitFor(() => expect(reported).toHaveBeenCalled());
  expect(reported.mock.calls).toEqual([[new Error('A worker failed: Error: torn (w.js:3)')]]);
});

test('what fails in a worker because it is ended is no error', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { Worker } = await classesIn(elsewhere, { Worker: Recorded });
  if (!Worker) return expect.unreachable();
  const ended = new Worker(`${elsewhere}w.js`);
  ended.dispatchEvent(failure('NetworkError: importScripts'));
  ended.terminate();
  new Worker(`${elsewhere}w.js`).dispatchEvent(failure());
  await vi.waitFor(() => expect(reported).toHaveBeenCalled());
  expect(reported).toHaveBeenCalledTimes(1);
});

test('what the policy refuses a worker is an error of the page alone', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { Worker } = await classesIn(elsewhere, { Worker: Recorded });
  if (!Worker) return expect.unreachable();
  const worker = new Worker(`${elsewhere}w.js`);
  const seen = vi.fn();
  worker.addEventListener('error', seen);
  worker.dispatchEvent(failure('The page’s policy refuses x in a worker, at w.js:1'));
  await vi.waitFor(() => expect(reported).toHaveBeenCalled());
  expect(seen).not.toHaveBeenCalled();
});
