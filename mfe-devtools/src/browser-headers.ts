/** The request headers that only the browser may set, by the fetch standard. */
const browserOnly = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** Whether the browser drops a header that a page sets itself. */
export function isLeftOut(header: string): boolean {
  const name = header.trim().toLowerCase();
  return browserOnly.has(name) || name.startsWith('proxy-') || name.startsWith('sec-');
}
