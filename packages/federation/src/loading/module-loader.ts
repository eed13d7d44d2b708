import type { ActiveRemote, ActiveRemotes } from '../registry/active-remotes.ts';
import { containerName } from '../registry/declaration.ts';
import type { ContainerRuntime } from './container-runtime.ts';

const RESPONSE_TIMEOUT_MS = 3000;

/**
 * Whether the shop's own server responds now. While it does not, a file that could not be loaded says nothing about
 * its version.
 */
export async function isShopReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const { status } = await fetch('/registry.json', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    // A proxy responds with 502 to 504 for a server that is away.
    return status < 500;
  } catch {
    return false;
  }
}

/** A module that could not be loaded: its files are missing or broken, or the server does not respond. */
export class RemoteLoadError extends Error {
  readonly remote: ActiveRemote;
  /** Whether the shop's own server did not respond either, so that this version is not at fault. */
  readonly isNetworkAway: boolean;

  constructor(remote: ActiveRemote, module: string, cause: unknown, isNetworkAway = false) {
    super(`${remote.id} ${remote.version}: ${module} could not be loaded`, { cause });
    this.name = 'RemoteLoadError';
    this.remote = remote;
    this.isNetworkAway = isNetworkAway;
  }
}

/** Called with each attempt to load a module; the function that it returns is called when the attempt ends. */
export type LoadObserver = (
  remote: ActiveRemote,
  module: string,
) => (failure?: RemoteLoadError) => void;

export interface ModuleLoader {
  /**
   * Loads a remote's exposed module, which is downloaded at most once. Rejects with RemoteLoadError; the next call
   * after a failure requests it from the network again.
   */
  load: (remote: ActiveRemote, module: string) => Promise<unknown>;
  /** Resolves when no module of this remote is being loaded any more. */
  whenIdle: (remote: ActiveRemote) => Promise<void>;
  /** Whether the last attempt to load a module of this remote failed. */
  isDown: (remote: ActiveRemote) => boolean;
  /** Drops a remote's loaded modules, so that the next call gets its files from the network again. */
  reload: (remote: ActiveRemote) => void;
  /** Replaces a remote's container in which a module has failed, but keeps the modules that were loaded. */
  renew: (remote: ActiveRemote) => void;
  /** Makes a remote's modules come from this version, beginning with the next call. */
  switchTo: (remote: ActiveRemote) => void;
}

/**
 * Pause before the second request. One failed request is not worth an error on the page. Also, the browser
 * uses a failed preload for the first real request for a file, and goes to the network with the second.
 */
const RETRY_DELAY_MS = 300;

/** Number of checks whether the shop can be reached again, and the pause between them. */
const REACH_ATTEMPTS = 4;
const REACH_PAUSE_MS = 500;

/** Limit for a load: the bundler would wait for 120 seconds, too long for a spinner. */
const LOAD_TIMEOUT_MS = 15_000;

export const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

async function rejectAtTimeout(): Promise<never> {
  await pause(LOAD_TIMEOUT_MS);
  throw new Error(`nothing arrived within ${LOAD_TIMEOUT_MS / 1000} seconds`);
}

export interface ModuleLoaderOptions {
  readonly observe?: LoadObserver | undefined;
  /** Prepares a request for a remote's module, which waits until this resolves. */
  readonly prepare?: ((remote: ActiveRemote, module: string) => Promise<void>) | undefined;
  /** Whether the shop's own server responds. Called only after a failure. */
  readonly isReachable?: (() => Promise<boolean>) | undefined;
}

export function createModuleLoader(
  active: ActiveRemotes,
  runtime: ContainerRuntime,
  {
    observe,
    prepare = async () => undefined,
    isReachable = async () => true,
  }: ModuleLoaderOptions = {},
): ModuleLoader {
  /** Modules by the remote's id, then by their name. */
  const modules = new Map<string, Map<string, Promise<unknown>>>();
  const down = new Set<string>();

  for (const { id, entry } of active.remotes) runtime.register(containerName(id), entry);

  function modulesOf({ id }: ActiveRemote): Map<string, Promise<unknown>> {
    const known = modules.get(id) ?? new Map();
    modules.set(id, known);
    return known;
  }

  async function isReachableSoon(attempts = REACH_ATTEMPTS): Promise<boolean> {
    if (await isReachable()) return true;
    if (attempts === 1) return false;
    await pause(REACH_PAUSE_MS);
    return isReachableSoon(attempts - 1);
  }

  /** Requests again after a failure, once the shop can be reached: an outage of a second is not a failure. */
  async function requestTwice(request: () => Promise<unknown>): Promise<unknown> {
    try {
      return await request();
    } catch (error) {
      await pause(RETRY_DELAY_MS);
      if (!(await isReachableSoon())) throw error;
      return request();
    }
  }

  async function fetchModule(remote: ActiveRemote, module: string): Promise<unknown> {
    async function request(): Promise<unknown> {
      await prepare(remote, module);
      return runtime.loadRemote(module.replace('.', containerName(remote.id)));
    }
    const siblings = modulesOf(remote);
    const end = observe?.(remote, module);
    try {
      const loaded = await Promise.race([requestTwice(request), rejectAtTimeout()]);
      if (!loaded) throw new Error('the container has no such module');
      down.delete(remote.id);
      end?.();
      return loaded;
    } catch (cause) {
      down.add(remote.id);
      siblings.delete(module);
      const failure = new RemoteLoadError(remote, module, cause, !(await isReachable()));
      end?.(failure);
      throw failure;
    }
  }

  function forget({ id }: ActiveRemote): void {
    modules.delete(id);
    down.delete(id);
  }

  // Registers the remote at a new address, which no cache knows.
  const renew = (remote: ActiveRemote) =>
    runtime.register(containerName(remote.id), `${remote.entry}?reloaded=${Date.now()}`);

  return {
    load(remote, module) {
      const siblings = modulesOf(remote);
      const wanted = siblings.get(module) ?? fetchModule(remote, module);
      siblings.set(module, wanted);
      return wanted;
    },
    async whenIdle(remote) {
      await Promise.allSettled(modulesOf(remote).values());
    },
    isDown: ({ id }) => down.has(id),
    reload(remote) {
      forget(remote);
      renew(remote);
    },
    renew,
    switchTo(remote) {
      forget(remote);
      runtime.register(containerName(remote.id), remote.entry);
    },
  };
}
