import { act, render, screen } from '@testing-library/react';
import { atom, createStore, Provider, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RemoteLoadError } from '../browser.ts';
import { parseActiveRemotes } from '../index.ts';
import { captureStack, createPageLogs, initiatorOf, observedStore } from './page-logs.ts';

const remote = (id: string, entry: string) => ({
  id,
  team: id,
  version: '1.0.0',
  entry,
  routes: [],
});

const { active } = parseActiveRemotes({
  remotes: [
    remote('mfe-catalog', '/remotes/mfe-catalog/1.0.0-ab12/remoteEntry.js'),
    remote('mfe-cat', '/remotes/mfe-cat/1.0.0/remoteEntry.js'),
    remote('mfe-account', 'http://localhost:3002/remoteEntry.js'),
  ],
});

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://shop.example/productlist?search=a'));
});

const who = (stack: string) => initiatorOf(stack, active.remotes);

const v8 = `Error
    at captureStack (https://shop.example/static/js/index.1.js:1:200)
    at Object.addToCart (https://shop.example/static/js/index.1.js:1:100)
    at onClick (https://shop.example/remotes/mfe-catalog/1.0.0-ab12/static/js/Home.2.js:1:5)
    at async https://shop.example/static/js/lib-react.3.js:1:9`;

const firefox = `captureStack@https://shop.example/static/js/index.1.js:1:200
async*addToCart@https://shop.example/static/js/index.1.js:1:100
onClick@http://localhost:3002/static/js/Login.2.js:1:5
@https://shop.example/static/js/lib-react.3.js:1:9
`;

const safari = `captureStack@https://shop.example/static/js/index.1.js:1:200
https://shop.example/remotes/mfe-cat/1.0.0/static/js/Home.2.js:1:5
[native code]
dispatch@https://shop.example/static/js/lib-react.3.js:1:9`;

test.each([
  ['V8’s', v8, 'mfe-catalog'],
  ['Firefox’s, of a remote that comes from another origin', firefox, 'mfe-account'],
  ['Safari’s, with a frame that has no name', safari, 'mfe-cat'],
])('the remote is found in a stack of %s', (_, stack, id) => {
  expect(who(stack)).toBe(id);
});

test('if two remotes are in a stack, the topmost one is named', () => {
  expect(
    who(`Error
    at save (http://localhost:3002/static/js/Profile.js:1:1)
    at onClick (https://shop.example/remotes/mfe-catalog/1.0.0-ab12/static/js/Home.2.js:1:5)`),
  ).toBe('mfe-account');
});

test.each([
  ['the shell’s frames alone', 'Error\n    at https://shop.example/static/js/index.1.js:1:200'],
  ['another version of a remote', 'at a (https://shop.example/remotes/mfe-cat/2.0.0/a.js:1:1)'],
  ['a folder that begins alike', 'at a (https://shop.example/remotes/mfe-cats/1.0.0/a.js:1:1)'],
  ['an extension', '@moz-extension://5d1c/content.js:1:1'],
  ['no stack', ''],
])('the initiator is the shell for %s', (_, stack) => {
  expect(who(stack)).toBe('shell');
});

test('a remote served at the page’s root is not named as the initiator of the shell’s calls', () => {
  const alone = active.remotes.map((each) => ({ ...each, entry: '/' }));
  expect(initiatorOf(v8, alone)).toBe('shell');
});

const limit = Error.stackTraceLimit;
afterEach(() => {
  Error.stackTraceLimit = limit;
});

test('more than V8’s ten frames are captured, without changing the limit for others', () => {
  Error.stackTraceLimit = 10;
  const dive = (depth: number): string => (depth === 0 ? captureStack() : dive(depth - 1));
  function remoteHandler() {
    return dive(30);
  }
  expect(remoteHandler()).toContain('remoteHandler');
  expect(Error.stackTraceLimit).toBe(10);
});

const countAtom = atom(0);
const addAtom = atom(null, (get, set, amount: number) => set(countAtom, get(countAtom) + amount));

test('both stores hold the same values, and only writes to the observed one are reported', () => {
  const plain = createStore();
  const onWrite = vi.fn();
  const observed = observedStore(plain, onWrite);
  const listener = vi.fn();
  observed.sub(countAtom, listener);
  plain.set(countAtom, 1);
  expect(onWrite).not.toHaveBeenCalled();
  observed.set(addAtom, 2);
  expect(onWrite.mock.calls).toEqual([[addAtom]]);
  expect([plain.get(countAtom), observed.get(countAtom)]).toEqual([3, 3]);
  expect(listener).toHaveBeenCalledTimes(2);
});

const nameAtom = atom(async (get) => (get(countAtom) === 0 ? 'none' : 'some'));

function Name() {
  return <p>{useAtomValue(nameAtom)}</p>;
}

test('React reads an atom with a promise from the observed store', async () => {
  const store = observedStore(createStore(), () => undefined);
  await act(async () => {
    render(
      <Provider store={store}>
        <Suspense fallback="loading">
          <Name />
        </Suspense>
      </Provider>,
    );
  });
  expect(await screen.findByText('none')).toBeTruthy();
  await act(async () => store.set(countAtom, 1));
  expect(await screen.findByText('some')).toBeTruthy();
});

const [catalog] = active.remotes;
if (!catalog) throw new Error('the registry lost its remote');

function openPage() {
  const logs = createPageLogs(() => active.remotes);
  return { store: logs.store, logs, settled: () => Promise.resolve() };
}

test('a failed load is listed with its reason and the whole chain of causes', async () => {
  const { store, logs, settled } = openPage();
  const end = logs.onLoad(catalog, './Home');
  await settled();
  expect(store.get(logs.records.loadsAtom)).toMatchObject([
    { remoteId: 'mfe-catalog', module: './Home', state: 'loading', endedAt: undefined },
  ]);
  const cause = new Error('no container', { cause: new TypeError('x is not a function') });
  end(new RemoteLoadError(catalog, './Home', cause));
  logs.onLoad(catalog, './Wishlist')();
  await settled();
  expect(store.get(logs.records.loadsAtom)).toMatchObject([
    {
      state: 'failed',
      endedAt: expect.any(Number),
      reason: 'mfe-catalog 1.0.0: ./Home could not be loaded: no container: x is not a function',
    },
    { state: 'ready', reason: undefined },
  ]);
});

const addTwiceAtom = atom(null, (_get, set, amount: number) => {
  set(countAtom, (count) => count + amount);
  set(countAtom, (count) => count + amount);
  return amount;
});

test('a write is listed with its atom and writer, and changes the values as usual', async () => {
  const { store, logs, settled } = openPage();
  expect(store.set(addTwiceAtom, 2)).toBe(2);
  expect(store.get(countAtom)).toBe(4);
  await settled();
  const [record, ...more] = store.get(logs.records.writesAtom);
  expect(more).toEqual([]);
  expect(record).toMatchObject({ id: 1, by: 'shell' });
  expect(record?.atom).toBe(addTwiceAtom);
});

test('writes of the logs themselves are not listed', async () => {
  const { store, logs, settled } = openPage();
  logs.onLoad(catalog, './Home');
  await settled();
  store.set(countAtom, 1);
  await settled();
  expect(store.get(logs.records.writesAtom)).toHaveLength(1);
});
