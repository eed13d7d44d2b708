import type { ActiveRemote, ActiveRemotes } from '../registry/active-remotes.ts';
import { containerName } from '../registry/declaration.ts';
import type { ContainerRuntime } from './container-runtime.ts';

const RESPONSE_TIMEOUT_MS = 3000;

/** Whether the shop's own server responds. If it doesn't, a missing file is not the version's fault. */
export async function isShopReachable(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const { status } = await fetch('/registry.json', {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    // Statuses of a proxy whose server is down.
    return status < 500;
  } catch {
    return false;
  }
}

/** Failure to load a module: it doesn't exist, its files are missing or broken, or the server doesn't respond. */
export class RemoteLoadError extends Error {
  readonly remote: ActiveRemote;
  /** Whether the shop's own server did not respond either. The version is then not at fault. */
  readonly isNetworkAway: boolean;

  constructor(remote: ActiveRemote, module: string, cause: unknown, isNetworkAway = false) {
    super(`${remote.id} ${remote.version}: ${module} could not be loaded`, { cause });
    this.name = 'RemoteLoadError';
    this.remote = remote;
    this.isNetworkAway = isNetworkAway;
  }
}

/**
 * Matches the messages of bundlers and browsers about a file that code imports later, with import(), and that can't be
 * loaded.
 */
const missing = /loading (?:css )?chunk|(?:imported|importing a) module|preload css/i;

export const isMissingFile = (error: unknown): error is Error =>
  error instanceof Error && missing.test(error.message);

/** Called when a module starts to load. The returned function is called when the load ends, after any retries. */
export type LoadObserver = (
  remote: ActiveRemote,
  module: string,
) => (failure?: RemoteLoadError) => void;

export interface ModuleLoader {
  /**
   * Loads a remote's exposed module; later calls return the loaded module. Rejects with RemoteLoadError; the next call
   * then requests the module again.
   */
  load: (remote: ActiveRemote, module: string) => Promise<unknown>;
  /** Resolves when all modules of this remote that were loading at the call have been loaded or have failed. */
  whenIdle: (remote: ActiveRemote) => Promise<void>;
  /** Whether the last attempt to load a module of this remote failed. */
  isDown: (remote: ActiveRemote) => boolean;
  /** Discards a remote's loaded modules, so that the next call requests its files again. */
  reload: (remote: ActiveRemote) => void;
  /** Replaces a remote's container after a module has failed, but keeps the modules that were loaded. */
  renew: (remote: ActiveRemote) => void;
  /** Switches a remote to this version, beginning with the next load. */
  switchTo: (remote: ActiveRemote) => void;
}

/**
 * Number of attempts before a module counts as failed. A browser may answer the first request for a file from its
 * failed preload. The first attempt may therefore fail at the entry, and the second at the module's files, which are
 * requested only after the entry has run. Only the third is sure to reach the network for both.
 */
export const LOAD_ATTEMPTS = 3;

/** Pause between two attempts in milliseconds. */
const RETRY_DELAY_MS = 200;

/** Maximum number of checks whether the shop can be reached again. */
const REACH_ATTEMPTS = 4;

/** Pause between two checks whether the shop can be reached, in milliseconds. */
const REACH_PAUSE_MS = 500;

/** Timeout of a load, retries included. The bundler's own 120 seconds are too long for a spinner. */
const LOAD_TIMEOUT_MS = 15_000;

export const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

async function rejectAtTimeout(): Promise<never> {
  await pause(LOAD_TIMEOUT_MS);
  throw new Error(`nothing arrived within ${LOAD_TIMEOUT_MS / 1000} seconds`);
}

export interface ModuleLoaderOptions {
  readonly observe?: LoadObserver | undefined;
  /** Called before each request for a remote's module. The request waits for the promise, and fails with it. */
  readonly prepare?: ((remote: ActiveRemote, module: string) => Promise<void>) | undefined;
  /** Checks whether the shop's own server responds. Called only after a failure. */
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
  /** Modules by remote id, then by module name. */
  const modules = new Map<string, Map<string, Promise<unknown>>>();
  /** Values of `modules` whose last load failed. A load of a replaced version marks only its own. */
  const down = new WeakSet<object>();

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

  /** Retries after a failure as soon as the shop can be reached, so that a short outage shows no error. */
  async function requestRepeatedly(
    request: () => Promise<unknown>,
    attempts = LOAD_ATTEMPTS,
  ): Promise<unknown> {
    try {
      return await request();
    } catch (error) {
      if (attempts === 1) throw error;
      await pause(RETRY_DELAY_MS);
      if (!(await isReachableSoon())) throw error;
      return requestRepeatedly(request, attempts - 1);
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
      const loaded = await Promise.race([requestRepeatedly(request), rejectAtTimeout()]);
      if (!loaded) throw new Error('the container has no such module');
      down.delete(siblings);
      end?.();
      return loaded;
    } catch (cause) {
      down.add(siblings);
      siblings.delete(module);
      const failure = new RemoteLoadError(remote, module, cause, !(await isReachable()));
      end?.(failure);
      throw failure;
    }
  }

  const forget = ({ id }: ActiveRemote) => modules.delete(id);

  // Registers the remote with a new query in its address, which bypasses caches.
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
    isDown: (remote) => down.has(modulesOf(remote)),
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
