import { type Preview, parsePreviews } from '../registry/previews.ts';

/** Never cached, and so without a hash. */
const LIVE_REGISTRY = '/registry.json';

const FETCH_TIMEOUT_MS = 10_000;

/**
 * All previews of the shop, from the registry itself: a page has nothing of them, so that those who have
 * none download nothing. Rejects where it can't be loaded.
 */
export async function fetchPreviews(): Promise<readonly Preview[]> {
  const response = await fetch(LIVE_REGISTRY, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${LIVE_REGISTRY}: status ${response.status}`);
  return parsePreviews(await response.json()).previews;
}
