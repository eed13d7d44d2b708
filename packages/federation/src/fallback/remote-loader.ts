import type { ReleasedRemote } from '../registry/active-remotes.ts';
import { createContainers, type RemoteComponent } from '../runtime/containers.ts';
import { type ModuleLoader, RemoteLoadError } from '../runtime/module-loader.ts';
import { anyPageOrSlot, type PageOrSlot } from '../runtime/page-or-slot.ts';
import { createFallback, type FallbackOptions } from './fallback.ts';
import { versionBehind } from './version-at-fault.ts';

export interface RemoteLoaderOptions extends Omit<FallbackOptions, 'containers'> {
  readonly loader: ModuleLoader;
}

/** Loads what the page is made of. A version that fails is replaced by the previous good one. */
export interface RemoteLoader {
  /** What the version in force has for a place. Rejects with RemoteLoadError when no version can. */
  load<Props = object>(remote: ReleasedRemote, place: PageOrSlot): Promise<RemoteComponent<Props>>;
  /** Fetches what nobody waits for yet: a failure changes nothing. */
  prefetch(remote: ReleasedRemote, place: PageOrSlot): Promise<void>;
  isDown(remote: ReleasedRemote): boolean;
  /** Forgets what was loaded of a remote: the next call gets its files anew. */
  reload(remote: ReleasedRemote): Promise<void>;
  /** The version of a remote that this page works with now. */
  activeVersion(remote: ReleasedRemote): ReleasedRemote;
  /** Hears when another version has come into force. The answer ends it. */
  subscribe(hear: () => void): () => void;
  /**
   * To be told of a component that crashed while it was rendered. Says whether to render it once
   * more; or promises whether another version is in force, which has the place.
   */
  reportCrash(
    remote: ReleasedRemote,
    place: PageOrSlot,
    error: unknown,
  ): 'again' | Promise<boolean>;
  /**
   * To be told of any other error: one in a handler, or of a component that left. What is on the
   * screen stays; when the version is replaced, that shows with the next page.
   */
  reportError(error: unknown): void;
}

/**
 * Errors of a version from which it is replaced, counted from one page load to the next. The first
 * is forgiven: a component that crashed is rendered anew.
 */
const errorBudget = 2;

export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { loader, versions } = options;
  const containers = createContainers(loader, versions);
  const healer = createFallback({ ...options, containers });
  const errors = new Map<string, number>();

  /** When the older version crashes as well, it was not the newer one's fault. */
  async function replace(version: ReleasedRemote, place: PageOrSlot, error: unknown) {
    const isHealed = await healer.fallBack(version, place, 'crash', error);
    if (!isHealed) healer.clearCrashes(version);
    return isHealed;
  }

  function exceedsBudget({ id, version }: ReleasedRemote): boolean {
    const key = `${id} ${version}`;
    const count = (errors.get(key) ?? 0) + 1;
    errors.set(key, count);
    return count >= errorBudget;
  }

  return {
    async load<Props>(remote: ReleasedRemote, place: PageOrSlot): Promise<RemoteComponent<Props>> {
      try {
        return await containers.load<Props>(remote, place);
      } catch (failure) {
        if (!(failure instanceof RemoteLoadError)) throw failure;
        if (!(await healer.fallBack(failure.remote, place, 'load', failure.cause))) throw failure;
        return containers.load<Props>(remote, place);
      }
    },
    async prefetch(remote, place) {
      await containers.load(remote, place).catch(() => undefined);
    },
    isDown: (remote) => loader.isDown(remote),
    reload: containers.reload,
    activeVersion: versions.current,
    subscribe: versions.subscribe,
    reportCrash: (version, place, error) =>
      exceedsBudget(version) ? replace(version, place, error) : 'again',
    reportError(error) {
      const version = versionBehind(error, versions.all());
      const place = version && anyPageOrSlot(version);
      if (place && exceedsBudget(version)) void replace(version, place, error);
    },
  };
}
