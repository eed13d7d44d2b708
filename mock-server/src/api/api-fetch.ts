/** Whether the mock handles it: a path under /api of the page's origin. */
export function isApiUrl(url: string): boolean {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin && (pathname === '/api' || pathname.startsWith('/api/'));
}

/**
 * A fetch that passes the API's requests to Mirage and all others to the browser. Mirage's own sends
 * the others by XMLHttpRequest, and streams, Request objects and the page's Headers, Request and
 * Response are lost.
 */
export const createApiFetch =
  (mirageFetch: typeof fetch, nativeFetch: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!isApiUrl(url)) return nativeFetch.call(globalThis, input, init);
    const request = new Request(input, init);
    const body = await request.text();
    const { pathname, search } = new URL(request.url);
    const response = await mirageFetch(pathname + search, {
      method: request.method,
      headers: lowerCased(request.headers),
      signal: request.signal,
      ...(body !== '' && { body }),
    }).catch(failAsBrowser);
    return new Response(await response.text(), {
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
    });
  };

/** axios does not recognize Mirage's message for a lost connection. */
function failAsBrowser(cause: unknown): never {
  const isLost = cause instanceof TypeError && cause.message === 'Network request failed';
  throw isLost ? new TypeError('Failed to fetch') : cause;
}

/** Mirage's XMLHttpRequest throws at capitalized names of headers that a browser leaves out. */
const lowerCased = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
