import type { IncomingMessage } from 'node:http';
import { isOrigin } from '../folder/config-fields.ts';
import { ReleaseError } from '../release-error.ts';

/** Throws a ReleaseError when a text is no origin. */
export function requireOrigin(text: string): string {
  if (isOrigin(text)) return text;
  throw new ReleaseError(
    `--origin is "${text}": write the shop’s public address as https://shop.example, with nothing behind it`,
  );
}

const hostPattern = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

function originOfHost(host: string): string | undefined {
  const address = `http://${host.toLowerCase()}`;
  return hostPattern.test(host) && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** Of the last request: most requests name the same host. */
let last: { readonly host: string; readonly origin: string | undefined } | undefined;

/**
 * The origin that a request was sent to. Its Host header may hold anything: undefined unless it is a
 * host, with a port or without.
 */
export function originOfRequest({ headers: { host = '' } }: IncomingMessage): string | undefined {
  if (last?.host !== host) last = { host, origin: originOfHost(host) };
  return last.origin;
}
