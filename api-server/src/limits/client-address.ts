/** An IPv6 network of one customer has 2^64 addresses: they count as one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const before = groups(head);
  const after = groups(tail);
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}

/**
 * Where a request came from, for counting attempts. Each of one's own `proxies` adds the address that
 * called it to the end of X-Forwarded-For; what stands before those is the caller's own invention.
 */
export function clientAddress(
  connection: string | undefined,
  forwardedFor: string | undefined,
  proxies: number,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
  const forwarded = proxies > 0 ? hops.at(-proxies) : undefined;
  return networkOf(forwarded || connection || 'unknown');
}
