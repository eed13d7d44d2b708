import type { SentCall } from '@patchwork/api';
import { createPageLogs } from '@patchwork/host/devtools';
import { expect, test } from 'vitest';
import { createCallLog } from './call-log.ts';

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
  const logs = createPageLogs(() => []);
  return { store: logs.store, calls: createCallLog(logs), settled: () => Promise.resolve() };
}

test('a call is listed when it is sent, and updated when it ends', async () => {
  const { store, calls, settled } = openPage();
  const end = calls.onCall(call);
  await settled();
  expect(store.get(calls.callsAtom)).toMatchObject([
    { id: 1, name: 'listProducts', url: '/api/products', initiator: 'shell', outcome: undefined },
  ]);
  calls.onCall(call);
  end(failed);
  await settled();
  expect(store.get(calls.callsAtom)).toMatchObject([
    { id: 1, outcome: failed },
    { id: 2, outcome: undefined },
  ]);
});

test('a queued call is listed with the initiator that it was queued with', async () => {
  const { store, calls, settled } = openPage();
  calls.onCall({ ...call, initiator: 'mfe-catalog' });
  await settled();
  expect(store.get(calls.callsAtom)).toMatchObject([{ initiator: 'mfe-catalog' }]);
});

test('only the last 200 calls are listed', async () => {
  const { store, calls, settled } = openPage();
  for (let count = 0; count < 250; count++) calls.onCall(call);
  await settled();
  const ids = store.get(calls.callsAtom).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, 51, 250]);
});

test('a call that ends after the list was cleared does not come back', async () => {
  const { store, calls, settled } = openPage();
  const end = calls.onCall(call);
  calls.clearCalls();
  end(failed);
  await settled();
  expect(store.get(calls.callsAtom)).toEqual([]);
});
