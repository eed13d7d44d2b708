import type { ComponentType } from 'react';
import type { ActiveRemote, ActiveRemotes } from '../registry/active-remotes.ts';
import { moduleOf, type PageOrSlot } from '../registry/pages-and-slots.ts';
import { type ModuleLoader, pause, RemoteLoadError } from './module-loader.ts';
import { abandonScripts, pendingScriptsEnd } from './page-elements.ts';

export interface ActiveVersions {
  current: (remote: ActiveRemote) => ActiveRemote;
  all: () => readonly ActiveRemote[];
  replace: (version: ActiveRemote) => void;
  /** Subscribes to changes of the active versions. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

export function createActiveVersions({ remotes }: ActiveRemotes): ActiveVersions {
  const versions = new Map(remotes.map((remote) => [remote.id, remote]));
  const listeners = new Set<() => void>();
  return {
    current: (remote) => versions.get(remote.id) ?? remote,
    all: () => [...versions.values()],
    replace(version) {
      versions.set(version.id, version);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Exports of every page's and fragment's module. The owner of a slot passes the props to the slot's fragments. */
export interface ComponentModule<Props = object> {
  readonly Component: ComponentType<Props>;
  /** Atoms of the data that a page shows first. The host loads them while React renders the page. */
  readonly preload?: readonly object[];
}

/** Matches React's `$$typeof` of the components that are objects: results of memo(), lazy() and forwardRef(). */
const wrapper = /react\.(?:memo|lazy|forward_ref)/;

function requireComponent<Props>(module: unknown, name: string): ComponentModule<Props> {
  const { Component } = Object(module);
  if (typeof Component === 'function' || wrapper.test(String(Object(Component).$$typeof))) {
    return module as ComponentModule<Props>;
  }
  throw new TypeError(`${name} exports no Component`);
}

/** A module's exports, and the version of the remote that they come from. */
export interface RemoteComponent<Props = object> extends ComponentModule<Props> {
  readonly remote: ActiveRemote;
}

/** Containers of the remotes: one per remote at a time. */
export interface Containers {
  /**
   * Loads the active version's component for a page or slot. Waits while the container is being replaced. Rejects with
   * RemoteLoadError, also if the version has no such component.
   */
  load: <Props>(remote: ActiveRemote, target: PageOrSlot) => Promise<RemoteComponent<Props>>;
  /** Runs work that replaces a remote's container. Calls for the same remote run one after the other. */
  exclusively: <Outcome>(remote: ActiveRemote, work: () => Promise<Outcome>) => Promise<Outcome>;
  /**
   * Activates another version if its component for the page or slot can be loaded. Otherwise resolves to false, and the
   * previously active version stays. Call it within `exclusively` only.
   */
  tryVersion: (version: ActiveRemote, target: PageOrSlot) => Promise<boolean>;
  /** Discards a remote's container, so that later loads request its files again. */
  reload: (remote: ActiveRemote) => Promise<void>;
}

/** Maximum wait for pending files before a container is replaced. */
const PENDING_TIMEOUT_MS = 3000;

const failureOf = ({ id, version }: ActiveRemote, module: string | undefined): string =>
  `${id} ${version} ${module}`;

export function createContainers(loader: ModuleLoader, versions: ActiveVersions): Containers {
  const replacements = new Map<string, Promise<unknown>>();
  const failures = new Set<string>();

  /**
   * Waits for a remote's pending files, and abandons those that are still pending at a timeout: they would register
   * with the new container, or restore the old one.
   */
  async function stopLoading(remote: ActiveRemote): Promise<void> {
    const idle = loader.whenIdle(remote).then(() => pendingScriptsEnd(remote));
    await Promise.race([idle, pause(PENDING_TIMEOUT_MS)]);
    abandonScripts(remote);
  }

  async function switchTo(version: ActiveRemote): Promise<void> {
    await stopLoading(version);
    loader.switchTo(version);
  }

  async function loadFrom<Props>(
    version: ActiveRemote,
    target: PageOrSlot,
  ): Promise<RemoteComponent<Props>> {
    const module = moduleOf(version, target);
    if (module === undefined) {
      const name = 'slot' in target ? target.slot : target.page;
      throw new RemoteLoadError(version, name, new Error('this version does not declare it'));
    }
    const loaded = await loader.load(version, module).catch((error: unknown) => {
      failures.add(failureOf(version, module));
      throw error;
    });
    try {
      return { ...requireComponent<Props>(loaded, module), remote: version };
    } catch (cause) {
      throw new RemoteLoadError(version, module, cause);
    }
  }

  // Repeats the loop of `load` instead of sharing it: an `await` between the loop and `set` could let a second call in.
  const exclusively: Containers['exclusively'] = async ({ id }, work) => {
    while (replacements.has(id)) await replacements.get(id);
    const outcome = work().finally(() => replacements.delete(id));
    replacements.set(id, Promise.allSettled([outcome]));
    return outcome;
  };

  /** Whether the target's module has failed since the last call for it. Each call resets the answer. */
  const isSecondAttempt = (version: ActiveRemote, target: PageOrSlot): boolean =>
    failures.delete(failureOf(version, moduleOf(version, target)));

  return {
    async load(remote, target) {
      const version = versions.current(remote);
      // The old container would rethrow a failed module's error, and would wait two minutes for a missing file.
      if (isSecondAttempt(version, target)) {
        await exclusively(version, async () => {
          await stopLoading(version);
          loader.renew(version);
        });
      }
      while (replacements.has(remote.id)) await replacements.get(remote.id);
      return loadFrom(versions.current(remote), target);
    },
    exclusively,
    async tryVersion(version, target) {
      const active = versions.current(version);
      await switchTo(version);
      try {
        await loadFrom(version, target);
      } catch {
        await switchTo(active);
        return false;
      }
      versions.replace(version);
      return true;
    },
    reload: (remote) =>
      exclusively(remote, async () => {
        await stopLoading(remote);
        loader.reload(versions.current(remote));
      }),
  };
}
