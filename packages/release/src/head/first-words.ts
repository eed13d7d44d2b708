import { fillTemplate, type HeadDeclaration } from '@patchwork/federation';
import type { ConfigFields } from '../folder/config-fields.ts';
import type { HeadValues } from './fill-head.ts';
import { escapeText } from './write-head.ts';

/** Stands for the origin of whatever page an address is read on. */
const anyOrigin = 'http://patchwork.invalid';

/** Whether a page may ask for a picture: its own origin and `imageOrigins` of the configuration are allowed. */
function mayShow(address: string, imageOrigins: readonly string[] = []): boolean {
  const origin = URL.canParse(address, anyOrigin) && new URL(address, anyOrigin).origin;
  if (address.startsWith('/')) return origin === anyOrigin;
  return /^https?:\/\//.test(address) && origin !== false && imageOrigins.includes(origin);
}

/**
 * What fills a prerendered page: the values of its head, and as `page.image` the head's picture, at the
 * address that the page itself asks for.
 */
export function wordValues(
  head: HeadDeclaration | undefined,
  values: HeadValues,
  { imageOrigins }: ConfigFields,
): HeadValues {
  const image = head?.image && fillTemplate(head.image, (name) => values[name]);
  return image && mayShow(image, imageOrigins) ? { ...values, 'page.image': image } : values;
}

/**
 * Starts the call of the API that the page begins with, as its own scripts will send it. Undefined on the
 * mock, whose answer needs no network.
 */
export const preloadCall = (call: string, { apiBaseUrl }: ConfigFields): string | undefined =>
  apiBaseUrl &&
  `<link rel="preload" as="fetch" href="${escapeText(apiBaseUrl.replace(/\/+$/, '') + call)}" crossorigin="anonymous" />`;
