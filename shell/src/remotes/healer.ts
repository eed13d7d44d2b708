import type { BadRelease, Registry, ReleasedRemote } from '@patchwork/federation';
import type { HealedRelease } from '@patchwork/inspection';
import type { Containers } from './containers.ts';
import { retireStyles } from './styles.ts';
import type { VersionsInForce } from './versions-in-force.ts';

export interface HealerOptions {
  readonly containers: Containers;
  readonly versions: VersionsInForce;
  /** What a visitor is given whom these versions failed as well. */
  readonly choose: (bad: readonly BadRelease[]) => Registry;
  readonly remember: (bad: BadRelease) => void;
  readonly forget: (bad: BadRelease) => void;
  readonly report: (healed: HealedRelease) => void;
}

export interface Healer {
  /** Whether another version than the one that failed is in force afterwards, with this module. */
  heal(
    failed: ReleasedRemote,
    module: string,
    cause: HealedRelease['cause'],
    error: unknown,
  ): Promise<boolean>;
  /** Takes it back that versions were to blame for their crashes. */
  acquit(remote: ReleasedRemote): void;
}

/** Whether a version declares the module: another's page is no page of this one. */
const declares = ({ routes, slots }: ReleasedRemote, module: string): boolean =>
  routes.some((route) => route.module === module) || Object.values(slots).includes(module);

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join().slice(0, 200);

const badOf = ({ id, version }: ReleasedRemote): BadRelease => ({ remote: id, version });

const isAmong = (bad: readonly BadRelease[], { id, version }: ReleasedRemote): boolean =>
  bad.some((failed) => failed.remote === id && failed.version === version);

/** Puts the previous good version of a remote in the place of one that failed. */
export function createHealer(options: HealerOptions): Healer {
  const { containers, versions, choose, remember, forget, report } = options;
  const replaced: (BadRelease & Pick<HealedRelease, 'cause'>)[] = [];

  function fallbackOf(failed: ReleasedRemote, module: string): ReleasedRemote | undefined {
    const bad = [...replaced, badOf(failed)];
    const next = choose(bad).remotes.find(({ id }) => id === failed.id);
    return next && declares(next, module) && !isAmong(bad, next) ? next : undefined;
  }

  /** Only a version that loads is better than one that doesn't: the network may be what fails. */
  async function tryFallback(failed: ReleasedRemote, module: string): Promise<boolean> {
    const fallback = navigator.onLine ? fallbackOf(failed, module) : undefined;
    if (!fallback) return false;
    await containers.use(fallback);
    try {
      await containers.fetchFrom(fallback, module);
    } catch {
      await containers.use(failed);
      return false;
    }
    versions.replaceBy(fallback);
    return true;
  }

  return {
    heal: (failed, module, cause, error) =>
      containers.exchange(failed, async () => {
        if (versions.of(failed).version !== failed.version) return true;
        if (!(await tryFallback(failed, module))) return false;
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
