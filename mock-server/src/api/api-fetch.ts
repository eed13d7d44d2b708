/** The mock's own: paths under /api of the page's origin. All else belongs to the network. */
export function isOurs(url: string): boolean {
  const { origin, pathname } = new URL(url, window.location.href);
  return origin === window.location.origin && (pathname === '/api' || pathname.startsWith('/api/'));
}

/**
 * A fetch that gives Mirage the API's requests and everything else to the browser. Mirage's own
 * passes other requests through XMLHttpRequest, which loses streams, Request objects and the page's
 * Headers, Request and Response.
 */
export const scopeFetch =
  (mirageFetch: typeof fetch, nativeFetch: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!isOurs(url)) return nativeFetch.call(globalThis, input, init);
    const request = new Request(input, init);
    const body = await request.text();
    const { pathname, search } = new URL(request.url);
    const answer = await mirageFetch(pathname + search, {
      method: request.method,
      headers: lowerCased(request.headers),
      signal: request.signal,
      ...(body !== '' && { body }),
    }).catch(failAsBrowser);
    return new Response(await answer.text(), {
      status: answer.status,
      statusText: answer.statusText,
      headers: [...answer.headers],
    });
  };

/** Mirage's fetch words a lost connection in a way that axios does not take for one. */
function failAsBrowser(cause: unknown): never {
  const isLost = cause instanceof TypeError && cause.message === 'Network request failed';
  throw isLost ? new TypeError('Failed to fetch') : cause;
}

/** Mirage's XMLHttpRequest throws at names that a browser leaves out, if they are capitalised. */
const lowerCased = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toLowerCase(), value]));
