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

test('a remote of which no module was loaded is idle', () => {
  const loads = lastLoads([load('./Home', 'ready')], 'mfe-account');
  expect(remoteState(loads)).toEqual({ kind: 'idle' });
});

test('a successful attempt replaces the failure before it', () => {
  const loads = lastLoads(
    [load('./Home', 'failed', 'missing'), load('./Home', 'ready')],
    'mfe-catalog',
  );
  expect(loads).toHaveLength(1);
  expect(remoteState(loads)).toEqual({ kind: 'ready' });
});

test('one module that failed makes the remote failed, for its reason', () => {
  const loads = [load('./Home', 'failed', 'missing'), load('./Wishlist', 'ready')];
  expect(remoteState(loads)).toEqual({ kind: 'failed', reason: 'missing' });
});

test('while a module loads the remote is loading', () => {
  const loads = [load('./Home', 'failed', 'missing'), load('./Wishlist', 'loading')];
  expect(remoteState(loads)).toEqual({ kind: 'loading' });
});
