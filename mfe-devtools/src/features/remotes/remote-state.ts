import type { LoadRecord } from '@patchwork/devtools-bridge';
import { counted, sizeText } from '../../measure.ts';

/** Measurements of a file that the browser fetched. */
export type FileTiming = Pick<
  PerformanceResourceTiming,
  'name' | 'startTime' | 'responseEnd' | 'transferSize' | 'decodedBodySize'
>;

/** A server of another origin has to allow it with the header Timing-Allow-Origin. */
const hasSize = ({ transferSize, decodedBodySize }: FileTiming): boolean =>
  transferSize > 0 || decodedBodySize > 0;

/** The folder of a remote's entry, which holds all of its files, as an absolute address. */
export const folderOf = (entry: string, pageUrl: string): string =>
  new URL('.', new URL(entry, pageUrl)).href;

/** Describes how many bytes of a folder's files came over the network, headers included. */
export function describeTransfer(timings: readonly FileTiming[], folder: string): string {
  const fetched = timings.filter(({ name }) => name.startsWith(folder));
  if (fetched.length === 0) return 'nothing';
  const files = counted(fetched.length, 'file', 'files');
  const known = fetched.filter(hasSize);
  if (known.length === 0) return `hidden by the other origin (${files})`;
  const bytes = known.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const hiddenFiles = fetched.length - known.length;
  const hidden = hiddenFiles > 0 ? `, ${hiddenFiles} of them hidden` : '';
  return `${bytes === 0 ? 'from cache' : sizeText(bytes)} (${files}${hidden})`;
}

/** The last attempt at each module of a remote, in the order of their first one. */
export function lastLoads(loads: readonly LoadRecord[], remoteId: string): LoadRecord[] {
  const own = loads.filter((load) => load.remoteId === remoteId);
  return [...new Map(own.map((load) => [load.module, load])).values()];
}

/** Returns a remote's state: a module that loads, or one that failed, decides for the whole remote. */
export function remoteState(loads: readonly LoadRecord[]) {
  if (loads.length === 0) return { kind: 'idle' } as const;
  if (loads.some(({ state }) => state === 'loading')) return { kind: 'loading' } as const;
  const failed = loads.find(({ state }) => state === 'failed');
  if (failed) return { kind: 'failed', reason: failed.reason } as const;
  return { kind: 'ready' } as const;
}
