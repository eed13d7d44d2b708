/** Its address never changes, and it is never cached. As the page itself, it has no hash. */
export const LIVE_REGISTRY = '/registry.json';

const FETCH_TIMEOUT_MS = 10_000;

/** A registry as it is served. Rejects where it can't be loaded, and for other bytes than those of a hash. */
export async function fetchRegistry(address: string, options?: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(address, { ...options, signal });
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response.json();
}
