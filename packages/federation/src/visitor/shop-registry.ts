import { entryHash, preloadModule } from '../loading/version-files.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { containerName } from '../registry/declaration.ts';
import { type Preview, parsePreviews } from '../registry/previews.ts';
import {
  isInDevelopment,
  parseRegistry,
  type Registry,
  type RemoteOrigins,
  versionsOf,
  withLive,
} from '../registry/registry.ts';

/** Address of the live registry, which is never cached. Served without a content hash, like the page. */
const LIVE_REGISTRY = '/registry.json';

const FETCH_TIMEOUT_MS = 10_000;

/** A registry as it is served. Rejects where it can't be loaded, and for other bytes than those of a hash. */
async function fetchRegistry(address: string, options?: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(address, { ...options, signal });
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response.json();
}

/**
 * Fetches all previews of the shop, from the registry itself: a page has nothing of them, so that those who
 * have none download nothing. Rejects where it can't be loaded.
 */
export async function fetchPreviews(): Promise<readonly Preview[]> {
  return parsePreviews(await fetchRegistry(LIVE_REGISTRY, { cache: 'no-cache' })).previews;
}

/** The registry of this page, which has a part of it at first. */
export interface ShopRegistry {
  current: () => Registry;
  /** Loads all of it. Rejects where it can't be loaded; the next call tries again. */
  complete: () => Promise<Registry>;
  /**
   * Asks the shop which versions are live now, for a page that has been open for long or comes from a
   * cache. Returns them together with the page's own. Rejects as `complete` does.
   */
  refresh: () => Promise<Registry>;
  /**
   * Prepares a request for a module of a remote. Resolves once the hash of the version's entry is known, and
   * preloads the module's files while the entry is on its way. Rejects where there is none, and as `complete`
   * does.
   */
  prepare: (remote: ActiveRemote, module: string) => Promise<void>;
}

/** Returns whether this module, or the script in the page's HTML, preloads an address already. */
const isPreloaded = (address: string): boolean =>
  document.querySelector(`link[rel="preload"][href="${CSS.escape(address)}"]`) !== null;

/**
 * Returns whether a remote's entry has run: it requests all files of a module at once then. The name of one that is
 * on its way exists without a value.
 */
const hasRun = ({ id }: ActiveRemote): boolean =>
  Reflect.get(globalThis, containerName(id)) !== undefined;

interface ShopRegistryOptions {
  /** Origins of remotes. Left out: no origin but the shop's own. */
  readonly remoteOrigins: RemoteOrigins | undefined;
  /**
   * Whether this tab changes remotes: one that the registry does not list may be loaded then. A module may
   * be loaded late, or not at all, so that a preload would not be used.
   */
  readonly hasRemoteChanges: boolean;
}

export function createShopRegistry(
  page: Registry,
  { remoteOrigins, hasRemoteChanges }: ShopRegistryOptions,
): ShopRegistry {
  let registry = page;
  let live: Registry | undefined;
  let loading: Promise<Registry> | undefined;
  const preloaded = new Set<string>();

  const load = async (address: string, options?: RequestInit): Promise<Registry> =>
    parseRegistry(await fetchRegistry(address, options), remoteOrigins).registry;

  async function complete(): Promise<Registry> {
    const { complete: address, completeIntegrity } = registry;
    if (address === undefined) return current();
    if (completeIntegrity === undefined) throw new Error(`the page has no hash of ${address}`);
    loading ??= load(address, { integrity: completeIntegrity });
    try {
      registry = await loading;
    } finally {
      loading = undefined;
    }
    return current();
  }

  async function refresh(): Promise<Registry> {
    live = await load(LIVE_REGISTRY);
    return current();
  }

  const current = (): Registry => (live ? withLive(registry, live) : registry);
  const find = (entry: string) => versionsOf(current()).find((version) => version.entry === entry);

  /**
   * Preloads a module's files, so that a fragment or page is there one step later, not two. Once for each
   * module: after a failure Chromium would wait for the old request, where that hangs.
   */
  function preloadWithEntry(version: ActiveRemote, module: string): void {
    if (hasRemoteChanges || hasRun(version) || !version.files[module]) return;
    const name = `${version.entry} ${module}`;
    if (preloaded.has(name)) return;
    preloaded.add(name);
    preloadModule(version, module, (address) => !isPreloaded(address));
  }

  return {
    current,
    complete,
    refresh,
    async prepare({ entry }, module) {
      let listed = find(entry);
      if (hasRemoteChanges && !listed) return;
      if (!listed || !entryHash(listed)) {
        await complete();
        listed = find(entry);
      }
      if (listed && entryHash(listed)) preloadWithEntry(listed, module);
      else if (!listed || !isInDevelopment(entry)) throw new Error(`No hash of ${entry} is known`);
    },
  };
}
