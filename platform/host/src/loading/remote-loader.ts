import type { ActiveRemote } from '../registry/active-remotes.ts';
import { anyPageOrSlot, moduleOf, type PageOrSlot } from '../registry/pages-and-slots.ts';
import {
  type ActiveVersions,
  type Containers,
  createContainers,
  type RemoteComponent,
} from './containers.ts';
import {
  createFallback,
  type FallbackOptions,
  type FallbackOutcome,
  versionAtFault,
} from './fallback.ts';
import {
  isMissingFile,
  isShopReachable,
  type LoadObserver,
  type ModuleLoader,
  RemoteLoadError,
} from './module-loader.ts';

export interface RemoteLoaderOptions extends Omit<FallbackOptions, 'containers'> {
  readonly loader: ModuleLoader;
  /** Asks the shop which versions are live now, for later calls of `choose`. */
  readonly refresh: () => Promise<unknown>;
  /** Told of a component that could not load a file. */
  readonly observe?: LoadObserver | undefined;
}

/**
 * Reaction to a crash: render the component again, or wait for the last good version. If the component could not load a
 * file, the outcome is an error for the shopper, even if there is another version: what they pressed was not done.
 */
export type CrashResponse =
  | { readonly kind: 'retry' }
  | { readonly kind: 'fallback'; readonly outcome: Promise<FallbackOutcome | RemoteLoadError> };

/** Loads the remotes' components, and replaces a failing version with the last good one. */
export interface RemoteLoader
  extends Pick<ModuleLoader, 'isDown'>,
    Pick<Containers, 'reload'>,
    Pick<ActiveVersions, 'subscribe'> {
  /** Loads the active version's component. Rejects with RemoteLoadError when no version can be loaded. */
  load: <Props = object>(
    remote: ActiveRemote,
    target: PageOrSlot,
  ) => Promise<RemoteComponent<Props>>;
  /** Loads a component in advance. Ignores failures. */
  prefetch: (remote: ActiveRemote, target: PageOrSlot) => Promise<void>;
  /** Loads a module of the active version that is no component. Rejects with RemoteLoadError. */
  loadModule: (remote: ActiveRemote, module: string) => Promise<unknown>;
  activeVersion: ActiveVersions['current'];
  /** Reports a crash while rendering. Returns how to react. */
  reportCrash: (remote: ActiveRemote, target: PageOrSlot, error: unknown) => CrashResponse;
  /**
   * Reports any other error, such as one in an event handler. The screen stays as it is. If the version is replaced,
   * its successor is shown at the next navigation.
   */
  reportError: (error: unknown) => void;
}

/**
 * Number of errors per page load after which a version is replaced. After its first crash, a component is rendered
 * again.
 */
const MAX_ERRORS = 2;

export function createRemoteLoader(options: RemoteLoaderOptions): RemoteLoader {
  const { loader, versions } = options;
  const containers = createContainers(loader, versions);
  const { fallBack, forgetCrashes } = createFallback({ ...options, containers });
  const errorCounts = new Map<string, number>();

  /**
   * Replaces a version after a crash. If no other version works, forgets the remote's earlier crashes, because its
   * versions are not at fault.
   */
  async function replace(version: ActiveRemote, target: PageOrSlot, error: unknown) {
    const outcome = await fallBack(version, target, 'crash', error);
    if (outcome === 'failed') forgetCrashes(version);
    return outcome;
  }

  async function replaceIncomplete(version: ActiveRemote, target: PageOrSlot, error: unknown) {
    const isAway = !(await isShopReachable());
    if (!isAway) {
      // The page may be older than all versions that are still there.
      await options.refresh().catch(() => undefined);
      await fallBack(version, target, 'load', error);
    }
    const module = `${moduleOf(version, target)}`;
    const failure = new RemoteLoadError(version, module, error, isAway);
    options.observe?.(version, module)(failure);
    return failure;
  }

  function hasTooManyErrors({ id, version }: ActiveRemote): boolean {
    const key = `${id} ${version}`;
    const count = (errorCounts.get(key) ?? 0) + 1;
    errorCounts.set(key, count);
    return count >= MAX_ERRORS;
  }

  return {
    async load<Props>(remote: ActiveRemote, target: PageOrSlot): Promise<RemoteComponent<Props>> {
      try {
        return await containers.load<Props>(remote, target);
      } catch (error) {
        if (!(error instanceof RemoteLoadError) || error.isNetworkAway) throw error;
        const outcome = await fallBack(error.remote, target, 'load', error.cause);
        if (outcome === 'failed') throw error;
        return containers.load<Props>(remote, target);
      }
    },
    async prefetch(remote, target) {
      await containers.load(remote, target).catch(() => undefined);
    },
    loadModule: (remote, module) => loader.load(versions.current(remote), module),
    isDown: loader.isDown,
    reload: containers.reload,
    activeVersion: versions.current,
    subscribe: versions.subscribe,
    reportCrash(version, target, error) {
      const isIncomplete = isMissingFile(error);
      if (!isIncomplete && !hasTooManyErrors(version)) return { kind: 'retry' };
      const work = isIncomplete ? replaceIncomplete : replace;
      return { kind: 'fallback', outcome: work(version, target, error) };
    },
    reportError(error) {
      const stack = (error instanceof Error && error.stack) || '';
      const version = versionAtFault(stack, versions.all());
      const target = version && anyPageOrSlot(version);
      if (target && hasTooManyErrors(version)) void replace(version, target, error);
    },
  };
}
