import { entryHash, preloadModule } from '../loading/version-files.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { containerName } from '../registry/declaration.ts';
import { pathInLanguage } from '../registry/language.ts';
import { canaryPreviews, type Preview, parsePreviews } from '../registry/previews.ts';
import {
  isInDevelopment,
  parseRegistry,
  type Registry,
  type RemoteOrigins,
  versionsOf,
  withLive,
} from '../registry/registry.ts';
import { documentLanguage } from './document-language.ts';

/**
 * Returns the address of the live registry, in the document's language. It has no content hash, so browsers revalidate
 * their copies at each use.
 */
const liveRegistry = (): string => pathInLanguage('/registry.json', documentLanguage());

const FETCH_TIMEOUT_MS = 10_000;

/** Fetches a registry. Rejects if it can't be loaded, or its hash differs from the one in `options`. */
async function fetchRegistry(address: string, options?: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(address, { ...options, signal });
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response.json();
}

/**
 * Fetches all previews, and the canaries as such, from the live registry. Pages don't embed them, so that visitors
 * without a preview download nothing. Rejects if the registry can't be loaded.
 */
export async function fetchPreviews(): Promise<readonly Preview[]> {
  const registry = await fetchRegistry(liveRegistry(), { cache: 'no-cache' });
  return [...parsePreviews(registry).previews, ...canaryPreviews(registry)];
}

/** Registry that a page uses: only the part in the page's HTML until `complete` has loaded the rest. */
export interface ShopRegistry {
  current: () => Registry;
  /** Loads the complete registry. Rejects if it can't be loaded; the next call tries again. */
  complete: () => Promise<Registry>;
  /**
   * Asks the shop which versions are live now, for a page that has been open for a long time or comes from a cache.
   * Returns them together with the page's own versions. Rejects if the live registry can't be loaded.
   */
  refresh: () => Promise<Registry>;
  /**
   * Prepares a request for a remote's module: loads the complete registry if the entry's hash is unknown, and preloads
   * the module's files if the entry hasn't run yet. Rejects if the complete registry can't be loaded or lacks the hash.
   * A development server's entry needs no hash.
   */
  prepare: (remote: ActiveRemote, module: string) => Promise<void>;
}

/**
 * Whether an address has been preloaded, by this module or by the script in the page's HTML, or is that of a style sheet
 * in the HTML.
 */
const isPreloaded = (address: string): boolean => {
  const escaped = CSS.escape(address);
  return (
    document.querySelector(
      `link[rel="preload"][href="${escaped}"], style[data-href="${escaped}"]`,
    ) !== null
  );
};

/**
 * Whether a remote's entry has run. From then on, the entry requests the files of each module itself. While an entry is
 * loading, the global variable with its container's name exists, but has no value.
 */
const hasRun = ({ id }: ActiveRemote): boolean =>
  Reflect.get(globalThis, containerName(id)) !== undefined;

interface ShopRegistryOptions {
  /** Origins of remotes that are allowed in addition to the shop's own; undefined allows none. */
  readonly remoteOrigins: RemoteOrigins | undefined;
  /**
   * Whether this tab overrides remotes or breaks them on purpose. Remotes that the registry doesn't list may then be
   * loaded. Nothing is preloaded, because a module may be delayed or fail.
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
    live = await load(liveRegistry());
    return current();
  }

  const current = (): Registry => (live ? withLive(registry, live) : registry);
  const find = (entry: string) => versionsOf(current()).find((version) => version.entry === entry);

  /**
   * Preloads a module's files while its entry loads, which saves a round trip. Preloads only once per module: after a
   * failure, Chromium would wait for the old request, even if that hangs.
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
