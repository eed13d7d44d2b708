import type { ActiveRemote } from '../registry/active-remotes.ts';
import { parseRegistry, type Registry } from '../registry/registry.ts';
import { versionsOf } from '../registry/versions-of.ts';
import { entryHash } from '../runtime/integrity.ts';

/** The registry of this page, which has a part of it at first. */
export interface ShopRegistry {
  /** As far as it is loaded. */
  current: () => Registry;
  /** All of it. Rejects where it can't be loaded; the next call tries again. */
  complete: () => Promise<Registry>;
  /** Resolves once the hash of a listed version's entry is known. Rejects as `complete` does. */
  prepare: (remote: ActiveRemote) => Promise<void>;
}

const FETCH_TIMEOUT_MS = 10_000;

async function fetchRegistry(address: string): Promise<Registry> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return parseRegistry(await response.json()).registry;
}

export function createShopRegistry(page: Registry): ShopRegistry {
  let registry = page;
  let loading: Promise<Registry> | undefined;

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

  return {
    current: () => registry,
    complete,
    async prepare({ entry }) {
      const listed = versionsOf(registry).find((version) => version.entry === entry);
      if (listed && entryHash(listed) === undefined) await complete();
    },
  };
}
