import type { SentCall } from '@patchwork/api';
import { parseActiveRemotes } from '@patchwork/federation';
import { RemoteLoadError } from '@patchwork/federation/browser';
import { atom } from 'jotai';
import { expect, test, vi } from 'vitest';
import { createPageLogs } from './page-logs.ts';

vi.stubGlobal('location', { href: 'https://shop.example/' });

const { active } = parseActiveRemotes({
  remotes: [
    { id: 'mfe-catalog', team: 'Catalogue', version: '1.0.0', entry: '/c/e.js', routes: [] },
  ],
});
const [catalog] = active.remotes;
if (!catalog) throw new Error('the registry lost its remote');

const call: SentCall = {
  name: 'listProducts',
  method: 'GET',
  url: '/api/products',
  headers: { accept: 'application/json' },
  body: undefined,
  initiator: undefined,
};
const failed = { kind: 'failed', message: 'offline', duration: 3 } as const;

function openPage() {
  const logs = createPageLogs(() => active.remotes);
  return { store: logs.store, logs, settled: () => Promise.resolve() };
}

test('a call is listed as it is sent, and again as it ends', async () => {
  const { store, logs, settled } = openPage();
  const end = logs.onCall(call);
  await settled();
  expect(store.get(logs.records.callsAtom)).toMatchObject([
    { id: 1, name: 'listProducts', url: '/api/products', initiator: 'shell', outcome: undefined },
  ]);
  logs.onCall(call);
  end(failed);
  await settled();
  expect(store.get(logs.records.callsAtom)).toMatchObject([
    { id: 1, outcome: failed },
    { id: 2, outcome: undefined },
  ]);
});

test('a call that was sent later names the initiator that it brings along', async () => {
  const { store, logs, settled } = openPage();
  logs.onCall({ ...call, initiator: 'mfe-catalog' });
  await settled();
  expect(store.get(logs.records.callsAtom)).toMatchObject([{ initiator: 'mfe-catalog' }]);
});

test('only the last 200 calls are listed', async () => {
  const { store, logs, settled } = openPage();
  for (let count = 0; count < 250; count++) logs.onCall(call);
  await settled();
  const ids = store.get(logs.records.callsAtom).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 51, 250]);
});

test('a call that ends after the list was cleared does not come back', async () => {
  const { store, logs, settled } = openPage();
  const end = logs.onCall(call);
  logs.records.clearCalls();
  end(failed);
  await settled();
  expect(store.get(logs.records.callsAtom)).toEqual([]);
});

test('a failed load names its reason and all the causes behind it', async () => {
  const { store, logs, settled } = openPage();
  const end = logs.onLoad(catalog, './Home');
  await settled();
  expect(store.get(logs.records.loadsAtom)).toMatchObject([
    { remoteId: 'mfe-catalog', module: './Home', state: 'loading', endedAt: undefined },
  ]);
  const cause = new Error('no container', { cause: new TypeError('x is not a function') });
  end(new RemoteLoadError(catalog, './Home', cause));
  await settled();
  expect(store.get(logs.records.loadsAtom)).toMatchObject([
    {
      state: 'failed',
      endedAt: expect.any(Number),
      reason: 'mfe-catalog 1.0.0: ./Home could not be loaded: no container: x is not a function',
    },
  ]);
});

test('a successful load has no reason', async () => {
  const { store, logs, settled } = openPage();
  logs.onLoad(catalog, './Home')();
  await settled();
  expect(store.get(logs.records.loadsAtom)).toMatchObject([{ state: 'ready', reason: undefined }]);
});

const countAtom = atom(0);
const addTwiceAtom = atom(null, (_get, set, amount: number) => {
  set(countAtom, (count) => count + amount);
  set(countAtom, (count) => count + amount);
  return amount;
});

test('a write is listed with its atom and its writer, and changes the values as usual', async () => {
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
  logs.onCall(call);
  await settled();
  store.set(countAtom, 1);
  await settled();
  expect(store.get(logs.records.writesAtom)).toHaveLength(1);
});
