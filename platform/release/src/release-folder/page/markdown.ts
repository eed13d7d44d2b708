import type { PageHead } from './head.ts';

/*
 * A page as Markdown, made of its declared head alone: the same values that its HTML gives to search engines, for
 * programs that read no HTML.
 */

/** Characters with a meaning in Markdown, HTML in it included, and at the beginning of a line. */
const special = /[\\`*_[\]<>#|~&]/g;
const specialAtStart = /^(\d*)([-+=.)])/;

/** Escapes a text of one line. */
export const escapeMarkdown = (text: string): string =>
  text.replaceAll(special, '\\$&').replace(specialAtStart, '$1\\$2');

const percentEncoded = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Returns a link. A parenthesis or a space would end its address. */
export const linkTo = (label: string, url: string): string =>
  `[${escapeMarkdown(label)}](${url.replaceAll(/[()<>\\\s]/g, percentEncoded)})`;

/** Returns a name of schema.org's as words: 'Merchant return policy' for 'hasMerchantReturnPolicy'. */
function wordsOf(name: string): string {
  const words = name
    .replace(/^has(?=[A-Z])/, '')
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const vocabulary = 'https://schema.org/';

const shown = (value: string): string =>
  value.startsWith(vocabulary) ? wordsOf(value.slice(vocabulary.length)) : escapeMarkdown(value);

/** Properties that the page's title, text, picture and address already say. */
const told: ReadonlySet<string> = new Set(['name', 'description', 'image', 'url']);

/** Lists the properties of structured data, one a line, nested as they are. */
function listFacts(value: object, indent = ''): string[] {
  return Object.entries(value).flatMap(([name, entry]) => {
    if (name.startsWith('@') || told.has(name)) return [];
    return [entry].flat().flatMap((each: unknown) => {
      const line = `${indent}- ${wordsOf(name)}:`;
      if (each === undefined || each === null) return [];
      if (typeof each !== 'object') return [`${line} ${shown(String(each))}`];
      const inner = listFacts(each, `${indent}  `);
      return inner.length > 0 ? [line, ...inner] : [];
    });
  });
}

/** Returns a page as Markdown. `shop` is the shop's name. */
export function writeMarkdown(head: PageHead, shop: string): string {
  const { title = shop, description, image, ownJsonLd, variants, url } = head;
  const labelled = variants.filter(({ label }) => label !== '');
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    description && escapeMarkdown(description),
    image && `!${linkTo(title, image)}`,
    listFacts(Object(ownJsonLd)).join('\n'),
    labelled.length > 0 && '## Variants',
    labelled.map(({ label, url: address }) => `- ${linkTo(label, address)}`).join('\n'),
    url ? linkTo(`${title} · ${shop}`, url) : escapeMarkdown(shop),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** Returns the Markdown for an address at which there is nothing. */
export const missingMarkdown = (shop: string): string =>
  `# Page not found\n\n${escapeMarkdown(shop)} has nothing at this address.\n`;
