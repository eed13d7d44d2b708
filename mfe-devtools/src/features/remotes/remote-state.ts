import type { LoadRecord } from '@patchwork/devtools-bridge';

export type RemoteState =
  | { readonly kind: 'idle' | 'loading' | 'ready' }
  | { readonly kind: 'failed'; readonly reason: string };

/** The last attempt at each module of a remote, in the order of their first one. */
export const lastLoads = (
  loads: readonly LoadRecord[],
  remoteId: string,
): readonly LoadRecord[] => [
  ...new Map(
    loads.filter((load) => load.remoteId === remoteId).map((load) => [load.module, load]),
  ).values(),
];

/** One module that loads, or one that failed, decides for the whole remote. */
export function remoteState(loads: readonly LoadRecord[]): RemoteState {
  if (loads.length === 0) return { kind: 'idle' };
  if (loads.some(({ state }) => state === 'loading')) return { kind: 'loading' };
  const failed = loads.find(({ state }) => state === 'failed');
  if (failed) return { kind: 'failed', reason: failed.reason ?? 'It did not say why.' };
  return { kind: 'ready' };
}
