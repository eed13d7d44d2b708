/**
 * Returns the network of an address. An IPv6 customer has up to 2^64 addresses, which count as one; each IPv4 address
 * counts alone.
 */
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
 * Returns the network that a request came from, for counting attempts; 'unknown' if it has no address. Each of the
 * `proxies` proxies in front of the server appends its caller's address to X-Forwarded-For. Addresses before those may
 * be forged.
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
