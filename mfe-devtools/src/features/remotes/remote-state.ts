import type { LoadRecord } from '@patchwork/devtools-bridge';

/** The last attempt at each module of a remote, in the order of their first one. */
export function lastLoads(loads: readonly LoadRecord[], remoteId: string): LoadRecord[] {
  const own = loads.filter((load) => load.remoteId === remoteId);
  return [...new Map(own.map((load) => [load.module, load])).values()];
}

/** One module that loads, or one that failed, decides for the whole remote. */
export function remoteState(loads: readonly LoadRecord[]) {
  if (loads.length === 0) return { kind: 'idle' } as const;
  if (loads.some(({ state }) => state === 'loading')) return { kind: 'loading' } as const;
  const failed = loads.find(({ state }) => state === 'failed');
  if (failed) return { kind: 'failed', reason: failed.reason } as const;
  return { kind: 'ready' } as const;
}
