import type { Category } from '@patchwork/domain';
import type { ProductRow } from '../rows/product-row.ts';

/*
 * Product feed for Google Merchant Center, RSS 2.0 with the namespace g. Rules of the fields: “Product data
 * specification”, support.google.com/merchants/answer/7052112, and for addresses and formats of pictures “Image link”,
 * answer/6324350, in stored copies of unknown date. They disagree on the title's length: a guide of May 2026 has 150.
 * India is among the countries that require shipping (commercetools, “Shipping and fulfillment”). Not
 * confirmed: that it requires neither colour nor brand of clothing. The shop has no brands.
 */

/** Maximum lengths in characters (UTF-16 units). */
const MAX_LENGTH = { id: 50, title: 150, description: 5000, address: 2000 } as const;

/** Formats of pictures, by the extension of the file. An address without one may be of any. */
const pictureFormats = /\.(?:jpe?g|webp|png|gif|bmp|tiff?)$/i;

/** “Apparel & Accessories > Clothing” in Google's product taxonomy. */
const CLOTHING = 1604;

const genders: Readonly<Record<Category, string>> = {
  MEN: 'male',
  WOMEN: 'female',
  KIDS: 'unisex',
};

/** Characters that XML 1.0 can't contain, even as references. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant.
const notInXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (character) => references[character] ?? '');

const element = (name: string, text: string | number): string =>
  `<g:${name}>${escapeXml(String(text))}</g:${name}>`;

/** Returns the rule that a picture breaks, as a sentence without its subject; undefined if it breaks none. */
function brokenPictureRule({ href, pathname }: URL): string | undefined {
  const hasExtension = /\.[a-z0-9]{1,5}$/i.test(pathname);
  if (hasExtension && !pictureFormats.test(pathname)) {
    return 'has an image that is neither JPEG, WebP, PNG, GIF, BMP nor TIFF';
  }
  return href.length > MAX_LENGTH.address
    ? `has an image with an address of more than ${MAX_LENGTH.address} characters`
    : undefined;
}

/** Returns the rule that a product breaks, as a sentence without its subject; undefined if it breaks none. */
function brokenRule({ id, title, description, image, originalPrice, price }: ProductRow) {
  for (const [name, text] of Object.entries({ id, title, description })) {
    const max = MAX_LENGTH[name as 'id' | 'title' | 'description'];
    if (text === '') return `has no ${name}`;
    if (text.length > max) return `has more than ${max} characters in its ${name}`;
    if (notInXml.test(text)) return `has a control character in its ${name}`;
  }
  if (image === '') return 'has no image';
  return price === 0 || originalPrice === 0 ? 'has no price' : undefined;
}

/** Returns a product's item; or, if it breaks a rule of Google, the rule as a sentence without its subject. */
export function googleItem(
  row: ProductRow,
  shopUrl: string,
): { readonly item: string } | { readonly broken: string } {
  const image = new URL(row.image, shopUrl);
  const broken = brokenRule(row) ?? brokenPictureRule(image);
  if (broken !== undefined) return { broken };
  const link = `${shopUrl}/productlist/${encodeURIComponent(row.id)}`;
  const further = (row.pictures ?? [])
    .map((picture) => new URL(picture.image, shopUrl))
    .filter((address) => brokenPictureRule(address) === undefined);
  const isReduced = row.originalPrice > row.price;
  const elements = [
    element('id', row.id),
    element('title', row.title),
    element('description', row.description),
    element('link', link),
    element('image_link', image.href),
    ...further.map(({ href }) => element('additional_image_link', href)),
    element('availability', row.stock > row.held ? 'in_stock' : 'out_of_stock'),
    element('price', `${isReduced ? row.originalPrice : row.price}.00 INR`),
    ...(isReduced ? [element('sale_price', `${row.price}.00 INR`)] : []),
    // Delivery costs nothing: mfe-account/src/features/help/Delivery.tsx.
    `<g:shipping>${element('country', 'IN')}${element('price', '0.00 INR')}</g:shipping>`,
    element('condition', 'new'),
    // No product has a brand, GTIN or MPN.
    element('identifier_exists', 'no'),
    element('google_product_category', CLOTHING),
    element('gender', genders[row.category]),
    element('age_group', row.category === 'KIDS' ? 'kids' : 'adult'),
    element('size', row.size),
    ...(row.colour ? [element('color', row.colour.name)] : []),
    ...(row.style && row.style.length <= MAX_LENGTH.id
      ? [element('item_group_id', row.style)]
      : []),
  ];
  return { item: `<item>\n${elements.join('\n')}\n</item>\n` };
}

/**
 * Yields the feed of the products, a piece for each batch. `shopUrl` is the shop's origin. `leaveOut` is called
 * with each product that breaks a rule of Google, and the rule.
 */
export async function* writeGoogleFeed(
  batches: AsyncIterable<readonly ProductRow[]>,
  shopUrl: string,
  leaveOut: (id: string, broken: string) => void = () => undefined,
): AsyncGenerator<string> {
  const { host } = new URL(shopUrl);
  let text = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${escapeXml(host)}</title>
<link>${escapeXml(shopUrl)}</link>
<description>Products of ${escapeXml(host)}</description>
`;
  for await (const rows of batches) {
    for (const row of rows) {
      const made = googleItem(row, shopUrl);
      if ('item' in made) text += made.item;
      else leaveOut(row.id, made.broken);
    }
    yield text;
    text = '';
  }
  yield `${text}</channel>\n</rss>\n`;
}
