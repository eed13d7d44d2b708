import type { LoadRecord } from '@patchwork/devtools-bridge';
import { expect, test } from 'vitest';
import { lastLoads, remoteState } from './remote-state.ts';

const load = (module: string, state: LoadRecord['state'], reason?: string): LoadRecord => ({
  remoteId: 'mfe-catalog',
  module,
  startedAt: 0,
  endedAt: 10,
  state,
  reason,
});

test('a remote that nobody asked for is idle', () => {
  const loads = lastLoads([load('./Home', 'ready')], 'mfe-account');
  expect(remoteState(loads)).toEqual({ kind: 'idle' });
});

test('an attempt that succeeds takes back the failure before it', () => {
  const loads = lastLoads(
    [load('./Home', 'failed', 'gone'), load('./Home', 'ready')],
    'mfe-catalog',
  );
  expect(loads).toHaveLength(1);
  expect(remoteState(loads)).toEqual({ kind: 'ready' });
});

test('one module that failed makes the remote failed, for its reason', () => {
  const loads = [load('./Home', 'failed', 'gone'), load('./Wishlist', 'ready')];
  expect(remoteState(loads)).toEqual({ kind: 'failed', reason: 'gone' });
});

test('while a module is on its way the remote is loading', () => {
  const loads = [load('./Home', 'failed', 'gone'), load('./Wishlist', 'loading')];
  expect(remoteState(loads)).toEqual({ kind: 'loading' });
});
