import { type Preview, parsePreviews } from '../registry/previews.ts';
import { fetchRegistry, LIVE_REGISTRY } from './shop-registry.ts';

/**
 * Fetches all previews of the shop, from the registry itself: a page has nothing of them, so that those who
 * have none download nothing. Rejects where it can't be loaded.
 */
export async function fetchPreviews(): Promise<readonly Preview[]> {
  return parsePreviews(await fetchRegistry(LIVE_REGISTRY, { cache: 'no-cache' })).previews;
}
