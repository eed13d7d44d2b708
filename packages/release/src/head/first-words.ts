import { fillTemplate } from '@patchwork/federation';
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

/** An address with a placeholder in it: of a picture, or of a page by its name and parameters. */
const address = /(?<= (?:src|href)=")[^"{]*\{[^"]*(?=")/g;

/** As the value of a query, for any text: encodeURIComponent throws on half a character. */
const encoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** An address is filled once: what looks like a placeholder in its value is none. */
const withoutBraces = (text: string): string => text.replaceAll('{', '%7B').replaceAll('}', '%7D');

/**
 * Fills the placeholders of a prerendered page, escaped. Undefined when a value is missing, or is the address of
 * a picture that the page may not show.
 */
export function fillWords(
  html: string,
  values: HeadValues,
  { imageOrigins }: ConfigFields,
): string | undefined {
  const textOf = (name: string) => (Object.hasOwn(values, name) ? String(values[name]) : undefined);
  function fillAddress(text: string): string | undefined {
    if (text.startsWith('page:')) {
      return fillTemplate(text, (name) => encoded(textOf(name) ?? ''));
    }
    const picture = fillTemplate(text, textOf);
    return picture && mayShow(picture, imageOrigins) ? withoutBraces(picture) : undefined;
  }
  let isKnown = true;
  const addressed = html.replaceAll(address, (text) => {
    const filled = fillAddress(text);
    isKnown &&= filled !== undefined;
    return escapeText(filled ?? '');
  });
  const escapedTextOf = (name: string) => escapeText(textOf(name) ?? '');
  return isKnown ? fillTemplate(addressed, escapedTextOf) : undefined;
}

/**
 * Starts the call of the API that the page begins with, as its own scripts will send it. Undefined on the
 * mock, whose answer needs no network.
 */
export const preloadCall = (call: string, { apiBaseUrl }: ConfigFields): string | undefined =>
  apiBaseUrl &&
  `<link rel="preload" as="fetch" href="${escapeText(apiBaseUrl.replace(/\/+$/, '') + call)}" crossorigin="anonymous" />`;
