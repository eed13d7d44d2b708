/** What the API answers where it shares an origin with the shop. */
export const isApiPath = (pathname: string): boolean =>
  /^\/(?:api(?:\/|$)|healthz$|readyz$)/.test(pathname);
