import type { ActiveRemote, ActiveRemotes } from '../registry/active-remotes.ts';
import { type FailedVersion, isAmong } from '../registry/choose-remotes.ts';
import { moduleOf, type PageOrSlot } from '../registry/pages-and-slots.ts';
import type { ActiveVersions, Containers } from './containers.ts';
import { removeUnusedStyles } from './page-elements.ts';
import { folderOf } from './version-files.ts';

/** A version that failed for this visitor, and the last good version that replaced it. */
export interface FallbackRecord extends FailedVersion {
  readonly fallback: string;
  /**
   * Cause of the failure: the files could not be loaded or had another hash, the code crashed, or it hung on an earlier
   * page.
   */
  readonly cause: 'load' | 'crash' | 'hang';
  readonly message: string;
}

/** Returns the version whose files occur first in an error's stack; undefined if no version's files occur. */
export function versionAtFault(
  stack: string,
  versions: readonly ActiveRemote[],
): ActiveRemote | undefined {
  const named = versions
    .map((version) => ({ version, position: stack.indexOf(folderOf(version.entry)) }))
    .filter(({ position }) => position !== -1);
  return named.sort((one, other) => one.position - other.position)[0]?.version;
}

export interface FallbackOptions {
  readonly containers: Containers;
  readonly versions: ActiveVersions;
  /** Chooses each remote's version; if possible, one that is neither in `failed` nor stored as failed. */
  readonly choose: (failed: readonly FailedVersion[]) => ActiveRemotes | Promise<ActiveRemotes>;
  /** Stores a failure, for the visitor's next pages. */
  readonly remember: (failed: FailedVersion, cause: FallbackRecord['cause']) => void;
  readonly forget: (failed: FailedVersion) => void;
  readonly report: (record: FallbackRecord) => void;
}

/** 'replaced' if another version than the failed one is active now; otherwise 'failed'. */
export type FallbackOutcome = 'replaced' | 'failed';

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join().slice(0, 200);

/** Creates the functions that replace a failed version of a remote with the last good one. */
export function createFallback(options: FallbackOptions) {
  const { containers, versions, choose, remember, forget, report } = options;
  const replaced: (FailedVersion & Pick<FallbackRecord, 'cause'>)[] = [];

  async function lastGoodVersion(
    failed: ActiveRemote,
    target: PageOrSlot,
  ): Promise<ActiveRemote | undefined> {
    // Offline, no other version could be loaded either.
    if (!navigator.onLine) return undefined;
    const all = [...replaced, { remote: failed.id, version: failed.version }];
    const { remotes } = await choose(all);
    const next = remotes.find(({ id }) => id === failed.id);
    return next && moduleOf(next, target) && !isAmong(all, next) ? next : undefined;
  }

  return {
    fallBack: (
      failed: ActiveRemote,
      target: PageOrSlot,
      cause: FallbackRecord['cause'],
      error: unknown,
    ): Promise<FallbackOutcome> =>
      containers.exclusively(failed, async () => {
        const { id: remote, version } = failed;
        if (versions.current(failed).version !== version) return 'replaced';
        const next = await lastGoodVersion(failed, target);
        if (!next || !(await containers.tryVersion(next, target))) return 'failed';
        replaced.push({ remote, version, cause });
        remember({ remote, version }, cause);
        removeUnusedStyles(failed);
        report({ remote, version, fallback: next.version, cause, message: firstLine(error) });
        return 'replaced';
      }),
    /** Forgets the crashes of a remote on this page. Call it if all versions crash: the cause is then elsewhere. */
    forgetCrashes: ({ id }: ActiveRemote): void => {
      for (const { remote, version, cause } of replaced) {
        if (remote === id && cause === 'crash') forget({ remote, version });
      }
    },
  };
}
