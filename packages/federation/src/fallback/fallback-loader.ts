import type { ReleasedRemote } from '../registry/active-remotes.ts';
import { createContainers, type Part } from '../runtime/containers.ts';
import { type Loader, RemoteLoadError } from '../runtime/loader.ts';
import { anyPlace, type Place } from '../runtime/place.ts';
import { createHealer, type HealerOptions } from './fallback.ts';
import { versionBehind } from './version-at-fault.ts';

export interface HealingOptions extends Omit<HealerOptions, 'containers'> {
  readonly loader: Loader;
}

/** Loads what the page is made of. A version that fails is replaced by the previous good one. */
export interface HealingLoader {
  /** What the version in force has for a place. Rejects with RemoteLoadError when no version can. */
  load<Props = object>(remote: ReleasedRemote, place: Place): Promise<Part<Props>>;
  /** Fetches what nobody waits for yet: a failure changes nothing. */
  loadAhead(remote: ReleasedRemote, place: Place): Promise<void>;
  isDown(remote: ReleasedRemote): boolean;
  /** Forgets what was loaded of a remote: the next call gets its files anew. */
  renew(remote: ReleasedRemote): Promise<void>;
  /** The version of a remote that this page works with now. */
  inForce(remote: ReleasedRemote): ReleasedRemote;
  /** Hears when another version has come into force. The answer ends it. */
  subscribe(hear: () => void): () => void;
  /**
   * To be told of a component that crashed while it was rendered. Says whether to render it once
   * more; or promises whether another version is in force, which has the place.
   */
  crashed(remote: ReleasedRemote, place: Place, error: unknown): 'again' | Promise<boolean>;
  /**
   * To be told of any other error: one in a handler, or of a component that left. What is on the
   * screen stays; when the version is replaced, that shows with the next page.
   */
  threw(error: unknown): void;
}

/**
 * Errors of a version from which it is replaced, counted from one page load to the next. The first
 * is forgiven: a component that crashed is rendered anew.
 */
const errorBudget = 2;

export function createHealingLoader(options: HealingOptions): HealingLoader {
  const { loader, versions } = options;
  const containers = createContainers(loader, versions);
  const healer = createHealer({ ...options, containers });
  const errors = new Map<string, number>();

  /** When the older version crashes as well, it was not the newer one's fault. */
  async function replace(version: ReleasedRemote, place: Place, error: unknown) {
    const isHealed = await healer.heal(version, place, 'crash', error);
    if (!isHealed) healer.acquit(version);
    return isHealed;
  }

  function exceedsBudget({ id, version }: ReleasedRemote): boolean {
    const key = `${id} ${version}`;
    const count = (errors.get(key) ?? 0) + 1;
    errors.set(key, count);
    return count >= errorBudget;
  }

  return {
    async load<Props>(remote: ReleasedRemote, place: Place): Promise<Part<Props>> {
      try {
        return await containers.fetch<Props>(remote, place);
      } catch (failure) {
        if (!(failure instanceof RemoteLoadError)) throw failure;
        if (!(await healer.heal(failure.remote, place, 'load', failure.cause))) throw failure;
        return containers.fetch<Props>(remote, place);
      }
    },
    async loadAhead(remote, place) {
      await containers.fetch(remote, place).catch(() => undefined);
    },
    isDown: (remote) => loader.isDown(remote),
    renew: containers.renew,
    inForce: versions.of,
    subscribe: versions.subscribe,
    crashed: (version, place, error) =>
      exceedsBudget(version) ? replace(version, place, error) : 'again',
    threw(error) {
      const version = versionBehind(error, versions.all());
      const place = version && anyPlace(version);
      if (place && exceedsBudget(version)) void replace(version, place, error);
    },
  };
}
