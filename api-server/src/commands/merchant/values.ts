import { isPictureAddress } from '@patchwork/api/operator';
import type { Category, Size } from '@patchwork/domain';
import { CommandError } from '../files.ts';

/* Values as merchants write them: prices, sizes, categories, pictures. */

const sizeNames: readonly (readonly [Size, RegExp])[] = [
  ['S', /^(?:s|sm|small)$/],
  ['M', /^(?:m|med|medium)$/],
  ['L', /^(?:l|lg|large)$/],
  ['XL', /^(?:xl|xlarge|extralarge|1x|1xl)$/],
  ['XXL', /^(?:xxl|xxlarge|extraextralarge|doublexl|2x|2xl|2xlarge)$/],
];

/** Returns the size that a text names: 'Medium', 'x-large', '2XL (44)'; undefined for others, such as 'XS' and '38'. */
export function sizeOf(text: string): Size | undefined {
  const name = text
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[\s._-]+/g, '');
  return sizeNames.find(([, names]) => names.test(name))?.[0];
}

const categoryWords: readonly (readonly [Category, RegExp])[] = [
  [
    'KIDS',
    /^(?:kids?|kidswear|child|children|childrens|boys?|girls?|toddlers?|infants?|newborns?)$/,
  ],
  ['WOMEN', /^(?:women|womens|woman|womenswear|womans|ladies|ladieswear|female)$/],
  ['MEN', /^(?:men|mens|menswear|male|gents|gentlemen)$/],
];

/** Returns the category that the first of these texts names in one of its words, if it names a single one. */
export function categoryOf(...texts: readonly (string | undefined)[]): Category | undefined {
  for (const text of texts) {
    const words = (text ?? '').toLowerCase().split(/[^\p{L}]+/u);
    const named = categoryWords.filter(([, names]) => words.some((word) => names.test(word)));
    // A girl's dress is often in “Women > Girls”.
    const [found] = named;
    if (found && (named.length === 1 || found[0] === 'KIDS')) return found[0];
  }
  return undefined;
}

/** Returns a text as a part of an id: 'Sky Blue / M' is 'sky-blue-m'. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** Whether a cell says yes; undefined for an empty cell. WooCommerce writes 1, 0 and -1. */
export function isYes(text: string): boolean | undefined {
  if (text === '') return undefined;
  return /^(?:1|true|yes|y)$/i.test(text);
}

/** Throws a CommandError unless a text is the address of a picture. `column` is where it was found. */
export function checkPicture(column: string, address: string): void {
  if (isPictureAddress(address) && !/\s/.test(address)) return;
  throw new CommandError(
    `${column} has ${JSON.stringify(address)}: a picture’s address begins with https:// and has no spaces`,
  );
}

/** Lines of the column `pictures`, each with an address and what it shows. */
export const pictureLines = (
  pictures: readonly { readonly image: string; readonly alt: string }[],
): string =>
  pictures.map(({ image, alt }) => `${image} ${alt.replace(/\s+/g, ' ').trim()}`).join('\n');
