import type { ActiveRemote } from '../registry/active-remotes.ts';
import { parseRegistry, type Registry } from '../registry/registry.ts';
import { versionsOf } from '../registry/versions-of.ts';
import { entryHash } from '../runtime/entry-hash.ts';
import { preloadModule } from '../runtime/preload.ts';

/** The registry of this page, which has a part of it at first. */
export interface ShopRegistry {
  /** As far as it is loaded. */
  current: () => Registry;
  /** All of it. Rejects where it can't be loaded; the next call tries again. */
  complete: () => Promise<Registry>;
  /**
   * Call it before a module of a remote is requested. Resolves once the hash of a listed version's entry
   * is known, and preloads the files of its first module. Rejects as `complete` does.
   */
  prepare: (remote: ActiveRemote, module: string) => Promise<void>;
}

const FETCH_TIMEOUT_MS = 10_000;

async function fetchRegistry(address: string): Promise<Registry> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return parseRegistry(await response.json()).registry;
}

/** By the script in the page's HTML, which preloads the first page. */
const isPreloaded = (entry: string): boolean =>
  document.querySelector(`link[rel="preload"][href="${CSS.escape(entry)}"]`) !== null;

/** `preloads` is false where a module may be loaded late, or not at all: a preload would not be used. */
export function createShopRegistry(page: Registry, preloads = true): ShopRegistry {
  let registry = page;
  let loading: Promise<Registry> | undefined;
  const requestedEntries = new Set<string>();

  async function complete(): Promise<Registry> {
    if (registry.complete === undefined) return registry;
    loading ??= fetchRegistry(registry.complete);
    try {
      registry = await loading;
    } finally {
      loading = undefined;
    }
    return registry;
  }

  const find = (entry: string) => versionsOf(registry).find((version) => version.entry === entry);

  /** Only with the entry itself: once that is there, it requests all files of a module at once. */
  function preloadWithEntry(version: ActiveRemote, module: string): void {
    const { entry, files } = version;
    const isFirst = !requestedEntries.has(entry) && !isPreloaded(entry);
    requestedEntries.add(entry);
    if (preloads && isFirst && files[module]) preloadModule(version, module);
  }

  return {
    current: () => registry,
    complete,
    async prepare({ entry }, module) {
      const listed = find(entry);
      if (!listed) return;
      if (entryHash(listed) === undefined) await complete();
      preloadWithEntry(find(entry) ?? listed, module);
    },
  };
}
