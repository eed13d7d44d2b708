import type { ActiveRemotes, ReleasedRemote } from '../registry/active-remotes.ts';
import type { FailedVersion } from '../registry/choose-remotes.ts';
import type { Containers } from '../runtime/containers.ts';
import { moduleOf, type PageOrSlot } from '../runtime/page-or-slot.ts';
import { retireStyles } from '../runtime/styles.ts';
import type { ActiveVersions } from './active-versions.ts';
import type { FallbackRecord } from './fallback-record.ts';

export interface FallbackOptions {
  readonly containers: Containers;
  readonly versions: ActiveVersions;
  /** What a visitor is given whom these versions failed as well. */
  readonly choose: (bad: readonly FailedVersion[]) => ActiveRemotes;
  readonly remember: (bad: FailedVersion) => void;
  readonly forget: (bad: FailedVersion) => void;
  readonly report: (healed: FallbackRecord) => void;
}

export interface Fallback {
  /** Whether another version than the one that failed is in force afterwards, with this place. */
  fallBack(
    failed: ReleasedRemote,
    place: PageOrSlot,
    cause: FallbackRecord['cause'],
    error: unknown,
  ): Promise<boolean>;
  /** Takes it back that versions were to blame for their crashes. */
  clearCrashes(remote: ReleasedRemote): void;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join().slice(0, 200);

const badOf = ({ id, version }: ReleasedRemote): FailedVersion => ({ remote: id, version });

const isAmong = (bad: readonly FailedVersion[], { id, version }: ReleasedRemote): boolean =>
  bad.some((failed) => failed.remote === id && failed.version === version);

/** Puts the previous good version of a remote in the place of one that failed. */
export function createFallback(options: FallbackOptions): Fallback {
  const { containers, versions, choose, remember, forget, report } = options;
  const replaced: (FailedVersion & Pick<FallbackRecord, 'cause'>)[] = [];

  function fallbackOf(failed: ReleasedRemote, place: PageOrSlot): ReleasedRemote | undefined {
    const bad = [...replaced, badOf(failed)];
    const next = choose(bad).remotes.find(({ id }) => id === failed.id);
    return next && moduleOf(next, place) && !isAmong(bad, next) ? next : undefined;
  }

  /** Only a version that loads is better than one that doesn't: the network may be what fails. */
  async function tryFallback(failed: ReleasedRemote, place: PageOrSlot): Promise<boolean> {
    const fallback = navigator.onLine ? fallbackOf(failed, place) : undefined;
    if (!fallback) return false;
    await containers.switchTo(fallback);
    try {
      await containers.loadFrom(fallback, place);
    } catch {
      await containers.switchTo(failed);
      return false;
    }
    versions.replace(fallback);
    return true;
  }

  return {
    fallBack: (failed, place, cause, error) =>
      containers.exclusively(failed, async () => {
        if (versions.current(failed).version !== failed.version) return true;
        if (!(await tryFallback(failed, place))) return false;
        const bad = badOf(failed);
        replaced.push({ ...bad, cause });
        remember(bad);
        retireStyles(failed);
        const fallback = versions.current(failed).version;
        report({ ...bad, fallback, cause, message: firstLine(error) });
        return true;
      }),
    clearCrashes({ id }) {
      for (const { remote, version, cause } of replaced) {
        if (remote === id && cause === 'crash') forget({ remote, version });
      }
    },
  };
}
