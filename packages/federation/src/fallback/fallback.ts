import type { ActiveRemotes, ReleasedRemote } from '../registry/active-remotes.ts';
import type { BadRelease } from '../registry/choose-remotes.ts';
import type { Containers } from '../runtime/containers.ts';
import { moduleAt, type Place } from '../runtime/place.ts';
import { retireStyles } from '../runtime/styles.ts';
import type { VersionsInForce } from './active-versions.ts';
import type { FallbackRecord } from './fallback-record.ts';

export interface HealerOptions {
  readonly containers: Containers;
  readonly versions: VersionsInForce;
  /** What a visitor is given whom these versions failed as well. */
  readonly choose: (bad: readonly BadRelease[]) => ActiveRemotes;
  readonly remember: (bad: BadRelease) => void;
  readonly forget: (bad: BadRelease) => void;
  readonly report: (healed: FallbackRecord) => void;
}

export interface Healer {
  /** Whether another version than the one that failed is in force afterwards, with this place. */
  heal(
    failed: ReleasedRemote,
    place: Place,
    cause: FallbackRecord['cause'],
    error: unknown,
  ): Promise<boolean>;
  /** Takes it back that versions were to blame for their crashes. */
  acquit(remote: ReleasedRemote): void;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join().slice(0, 200);

const badOf = ({ id, version }: ReleasedRemote): BadRelease => ({ remote: id, version });

const isAmong = (bad: readonly BadRelease[], { id, version }: ReleasedRemote): boolean =>
  bad.some((failed) => failed.remote === id && failed.version === version);

/** Puts the previous good version of a remote in the place of one that failed. */
export function createHealer(options: HealerOptions): Healer {
  const { containers, versions, choose, remember, forget, report } = options;
  const replaced: (BadRelease & Pick<FallbackRecord, 'cause'>)[] = [];

  function fallbackOf(failed: ReleasedRemote, place: Place): ReleasedRemote | undefined {
    const bad = [...replaced, badOf(failed)];
    const next = choose(bad).remotes.find(({ id }) => id === failed.id);
    return next && moduleAt(next, place) && !isAmong(bad, next) ? next : undefined;
  }

  /** Only a version that loads is better than one that doesn't: the network may be what fails. */
  async function tryFallback(failed: ReleasedRemote, place: Place): Promise<boolean> {
    const fallback = navigator.onLine ? fallbackOf(failed, place) : undefined;
    if (!fallback) return false;
    await containers.use(fallback);
    try {
      await containers.fetchFrom(fallback, place);
    } catch {
      await containers.use(failed);
      return false;
    }
    versions.replaceBy(fallback);
    return true;
  }

  return {
    heal: (failed, place, cause, error) =>
      containers.exchange(failed, async () => {
        if (versions.of(failed).version !== failed.version) return true;
        if (!(await tryFallback(failed, place))) return false;
        const bad = badOf(failed);
        replaced.push({ ...bad, cause });
        remember(bad);
        retireStyles(failed);
        const fallback = versions.of(failed).version;
        report({ ...bad, fallback, cause, message: firstLine(error) });
        return true;
      }),
    acquit({ id }) {
      for (const { remote, version, cause } of replaced) {
        if (remote === id && cause === 'crash') forget({ remote, version });
      }
    },
  };
}
