import { err, ok, type Result } from '@patchwork/domain';

/** Any port of this machine: only its own developer can serve there. */
const isThisMachine = ({ protocol, hostname }: URL): boolean =>
  /^https?:$/.test(protocol) && (hostname === 'localhost' || hostname === '127.0.0.1');

/** The page's protocol, and the origins from which its configuration allows overrides. */
export interface AddressRules {
  readonly pageProtocol: string;
  readonly overrideOrigins: readonly string[] | undefined;
}

/**
 * The normalized address of an override, without a slash at the end. The error is a sentence: it is not
 * an address, its origin is not allowed, or the browser would refuse it.
 */
export function parseOverrideAddress(
  address: string,
  { pageProtocol, overrideOrigins }: AddressRules,
): Result<string, string> {
  if (!URL.canParse(address)) {
    return err(`“${address}” is not an address. Write it like http://localhost:3001.`);
  }
  const url = new URL(address);
  if (url.search || url.hash || url.username || url.password) {
    return err(
      `“${address}” holds more than an origin and a path. Write it like http://localhost:3001.`,
    );
  }
  const isAllowed = overrideOrigins?.includes(url.origin) ?? isThisMachine(url);
  if (!isAllowed) {
    const allowed = overrideOrigins?.join(', ') || 'any port of localhost and 127.0.0.1';
    return err(`${url.origin} is not an allowed origin. This shop allows ${allowed}.`);
  }
  // On an https page, browsers allow http from their own machine only.
  if (pageProtocol === 'https:' && url.protocol === 'http:' && !isThisMachine(url)) {
    return err(
      `This page came over https, which loads nothing over http. Serve ${url.host} by https.`,
    );
  }
  return ok(url.href.replace(/\/+$/, ''));
}
