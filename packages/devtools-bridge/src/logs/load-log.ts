import type { LoadObserver } from '@patchwork/federation/browser';
import type { Log } from './log.ts';

/** One attempt to load an exposed module of a remote. */
export interface LoadRecord {
  readonly remoteId: string;
  readonly module: string;
  /** Milliseconds on the page's clock (performance.now). */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly state: 'loading' | 'ready' | 'failed';
  /** Why it failed, with the causes behind it. */
  readonly reason: string | undefined;
}

/** An error's message, then those of the causes behind it. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message;

/** For `createRemotes`. */
export const recordLoads =
  (log: Log<LoadRecord>): LoadObserver =>
  ({ id }, module) => {
    const started: LoadRecord = {
      remoteId: id,
      module,
      startedAt: performance.now(),
      endedAt: undefined,
      state: 'loading',
      reason: undefined,
    };
    log.add(started);
    return (failure) =>
      log.replace(started, {
        ...started,
        endedAt: performance.now(),
        state: failure ? 'failed' : 'ready',
        reason: failure && reasonOf(failure),
      });
  };
