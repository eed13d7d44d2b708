const RESPONSE_TIMEOUT_MS = 3000;

/**
 * Whether the shop's own server responds now. While it does not, a file that could not be loaded says
 * nothing about the version that it belongs to.
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
