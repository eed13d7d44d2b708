const cookieName = 'XSRF-TOKEN';

/**
 * The server's token against forged requests, from its cookie: code of another site can't read it. Only
 * for the page's own origin: another one must not learn it.
 */
export function xsrfHeader(url: string): Record<string, string> {
  if (typeof document === 'undefined') return {};
  if (new URL(url, location.href).origin !== location.origin) return {};
  const cookie = document.cookie.split('; ').find((text) => text.startsWith(`${cookieName}=`));
  const token = cookie?.slice(cookieName.length + 1);
  return token ? { 'x-xsrf-token': decodeURIComponent(token) } : {};
}
