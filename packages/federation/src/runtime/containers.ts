import type { ActiveVersions } from '../fallback/active-versions.ts';
import type { ComponentModule } from '../react/component-module.ts';
import type { ReleasedRemote } from '../registry/active-remotes.ts';
import { asComponentModule } from './component.ts';
import { type ModuleLoader, RemoteLoadError } from './module-loader.ts';
import { moduleOf, type PageOrSlot } from './page-or-slot.ts';
import { abandonScripts, scriptsSettled } from './scripts.ts';

/** A module, and the version of the remote that it comes from. */
export interface RemoteComponent<Props = object> {
  readonly remote: ReleasedRemote;
  readonly module: ComponentModule<Props>;
}

/** What the remotes' modules come from: of each remote one container at a time. */
export interface Containers {
  /**
   * What the version in force has for a place. Rejects with RemoteLoadError, also when that is
   * nothing, or no component. Waits while the container is exchanged.
   */
  load<Props>(remote: ReleasedRemote, place: PageOrSlot): Promise<RemoteComponent<Props>>;
  /** Does what exchanges a remote's container: after what was begun before, and before the next. */
  exclusively<Outcome>(remote: ReleasedRemote, work: () => Promise<Outcome>): Promise<Outcome>;
  /** Exchanges the container for another version's. To be called by `exchange`. */
  switchTo(version: ReleasedRemote): Promise<void>;
  /** What the version that is being tried has for a place. To be called by `exchange`. */
  loadFrom<Props>(version: ReleasedRemote, place: PageOrSlot): Promise<RemoteComponent<Props>>;
  /** Forgets what was loaded of a remote: what is fetched from now on has its files anew. */
  reload(remote: ReleasedRemote): Promise<void>;
}

/** Milliseconds. What has not arrived by then is not waited for. */
const patience = 3000;

export function createContainers(loader: ModuleLoader, versions: ActiveVersions): Containers {
  const exchanges = new Map<string, Promise<unknown>>();

  /** What is under way would end up in the new container, or bring the old one back. */
  async function leave(remote: ReleasedRemote): Promise<void> {
    const arrived = loader.settled(remote).then(() => scriptsSettled(remote));
    await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, patience))]);
    abandonScripts(remote);
  }

  const fetchFrom: Containers['loadFrom'] = async <Props>(
    version: ReleasedRemote,
    place: PageOrSlot,
  ) => {
    const module = moduleOf(version, place);
    if (module === undefined) {
      const name = 'slot' in place ? place.slot : place.page;
      throw new RemoteLoadError(version, name, new Error('this version does not declare it'));
    }
    const loaded = await loader.load(version, module);
    try {
      return { remote: version, module: asComponentModule<Props>(loaded, module) };
    } catch (cause) {
      throw new RemoteLoadError(version, module, cause);
    }
  };

  // Waits in a loop of its own, as `fetch` does: nothing may come between its end and what follows.
  const exchange: Containers['exclusively'] = async ({ id }, work) => {
    while (exchanges.has(id)) await exchanges.get(id);
    const outcome = work().finally(() => exchanges.delete(id));
    exchanges.set(id, Promise.allSettled([outcome]));
    return outcome;
  };

  return {
    async load(remote, place) {
      while (exchanges.has(remote.id)) await exchanges.get(remote.id);
      return fetchFrom(versions.current(remote), place);
    },
    exclusively: exchange,
    async switchTo(version) {
      await leave(version);
      loader.switchTo(version);
    },
    loadFrom: fetchFrom,
    reload: (remote) =>
      exchange(remote, async () => {
        await leave(remote);
        loader.reload(versions.current(remote));
      }),
  };
}
