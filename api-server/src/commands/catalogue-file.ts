import { isPictureAddress, MAX_PICTURES } from '@patchwork/api/operator';
import {
  type Colour,
  categories,
  type PictureSource,
  type ProductPicture,
  sizes,
} from '@patchwork/domain';
import * as v from 'valibot';
import { MAX_NUMBER } from '../rows/product-row.ts';
import { otherCurrency, readRupees } from './rupees.ts';
import { swatchOf } from './swatches.ts';

function text(min: number, max: number) {
  const length = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const message = `must be a text of ${length} characters`;
  return v.pipe(
    v.string(message),
    v.trim(),
    v.minLength(min, message),
    v.maxLength(max, message),
    v.regex(
      /^[^\0\p{Surrogate}]*$/u,
      'has a character that a text can’t have: code 0, or half a surrogate pair',
    ),
  );
}

/** Cell as text. JSON has numbers and booleans where CSV has text. */
const cell = v.pipe(
  v.union([v.string(), v.number(), v.boolean()], 'must be a text, a number, or true or false'),
  v.transform((value) => String(value).trim()),
);

function wholeNumber(unit: string) {
  const message = `must be a whole number ${unit}, from 0 to ${MAX_NUMBER}`;
  return v.pipe(
    cell,
    v.regex(/^\d{1,12}$/, message),
    v.transform(Number),
    v.maxValue(MAX_NUMBER, message),
  );
}

/** Price in whole rupees: 1499, ₹1,499.00 or 1499.00 INR. */
const price = v.pipe(
  cell,
  v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const read = readRupees(dataset.value);
    if (read === 'unreadable' || ('rupees' in read && read.rupees > MAX_NUMBER)) {
      addIssue({ message: `must be a whole number of rupees, from 0 to ${MAX_NUMBER}` });
      return NEVER;
    }
    if ('rupees' in read) return read.rupees;
    addIssue({ message: otherCurrency(read.currency) });
    return NEVER;
  }),
);

const oneOf = <T extends string>(values: readonly T[]) =>
  v.pipe(cell, v.toUpperCase(), v.picklist(values, `must be one of ${values.join(', ')}`));

const ratingMessage = 'must be a number from 0 to 5';
const rating = v.pipe(
  cell,
  v.regex(/^\d(?:\.\d{1,3})?$/, ratingMessage),
  v.transform(Number),
  v.maxValue(5, ratingMessage),
);

const linesOf = (text: string): string[] => text.split(/\s*\n\s*/);

/** Parses a line with a picture's file and the file's width: '/shirt-400.jpg 400w'. */
function readSource(line: string): PictureSource | undefined {
  const [, address, width] = /^(\S+)\s+([1-9]\d{0,4})w$/.exec(line) ?? [];
  return address !== undefined && isPictureAddress(address)
    ? { image: address, width: Number(width) }
    : undefined;
}

type Picture = Pick<ProductPicture, 'image' | 'sources'>;

const hasEachWidthOnce = ({ sources = [] }: Picture): boolean =>
  new Set(sources.map(({ width }) => width)).size === sources.length;

const widthTwice = 'has two files of the same width for a picture';

/** URL of a picture, followed by files of the picture in other widths, one per line. */
const image = v.pipe(
  text(0, 10_000),
  v.transform((value) => {
    const [address = '', ...files] = linesOf(value);
    return { image: address, sources: files.map(readSource) };
  }),
  v.check(
    (picture) => picture.image === '' || isPictureAddress(picture.image),
    'must be an address that begins with https:// or a path that begins with /',
  ),
  v.check(
    ({ sources }) => !sources.includes(undefined),
    'must have, on each line below the address, a file of the picture, a space, and its width in pixels: /shirt-400.jpg 400w',
  ),
  v.transform(({ sources, ...picture }): Picture => {
    const files = sources.filter((source) => source !== undefined);
    return files.length === 0 ? picture : { ...picture, sources: files };
  }),
  v.check(hasEachWidthOnce, widthTwice),
);

/**
 * Further pictures, each on a line with URL, space and description. Files of a picture in other widths follow it, one
 * per line, as in `image`.
 */
const pictures = v.pipe(
  text(0, 20_000),
  v.transform((value) => {
    const read: ProductPicture[] = [];
    for (const line of linesOf(value)) {
      const source = readSource(line);
      if (source) {
        const above = read.pop() ?? { image: '', alt: '' };
        read.push({ ...above, sources: [...(above.sources ?? []), source] });
      } else {
        const [, address = '', alt = ''] = /^(\S+)\s+(\S.*)$/.exec(line) ?? [];
        read.push({ image: address, alt });
      }
    }
    return read;
  }),
  v.maxLength(MAX_PICTURES, `must have at most ${MAX_PICTURES} pictures`),
  v.check(
    (list) => list.every((picture) => isPictureAddress(picture.image)),
    'must have, on each line, the address of a picture as in image, a space, and a description of the picture',
  ),
  v.check((list) => list.every(hasEachWidthOnce), widthTwice),
);

const trending = v.pipe(
  cell,
  v.toLowerCase(),
  v.picklist(['true', 'false'], 'must be true or false'),
  v.transform((value) => value === 'true'),
);

/** Product id, a single path segment in the URLs of the shop and the API. */
const id = v.pipe(
  cell,
  text(1, 200),
  v.check(
    (value) => !/^\.{1,2}$/.test(value),
    'can’t be . or .., which have a meaning in addresses',
  ),
  v.regex(
    // A percent sign would be decoded twice by some proxies and routers, so that a%2Fb became a/b.
    /^[^/\\%\p{Control}\p{Surrogate}]*$/u,
    'has a character that addresses can’t have: /, \\ or %, a control character, or half a surrogate pair',
  ),
);

const fields = {
  id,
  title: v.pipe(cell, text(1, 300)),
  description: v.optional(v.pipe(cell, text(0, 10_000)), ''),
  image: v.optional(image, ''),
  category: oneOf(categories),
  size: oneOf(sizes),
  price,
  original_price: v.optional(price),
  rating: v.optional(rating, '0'),
  reviews: v.optional(v.pipe(cell, text(0, 20)), '0'),
  stock: v.optional(wholeNumber('of pieces')),
  delivery_days: v.optional(wholeNumber('of days'), '4'),
  trending: v.optional(trending, 'false'),
  pictures: v.optional(pictures),
  care: v.optional(v.pipe(cell, text(0, 2000))),
  style: v.optional(v.pipe(cell, text(1, 200))),
  colour: v.optional(v.pipe(cell, text(1, 60))),
  swatch: v.optional(
    v.pipe(
      cell,
      v.toLowerCase(),
      v.regex(/^#[\da-f]{6}$/, 'must be a colour as in #2b3766, with six hexadecimal digits'),
    ),
  ),
};

export type Column = keyof typeof fields;

/** Columns of a catalogue file, in the order of an export. */
export const columns = Object.keys(fields) as Column[];

export const requiredColumns = columns.filter((column) => fields[column].type !== 'optional');

/** Returns a product's colour; nothing without a name. */
function colourOf(
  name: string | undefined,
  given: string | undefined,
): {
  colour?: Colour | undefined;
} {
  const swatch = given ?? (name && swatchOf(name));
  return name && swatch ? { colour: { name, swatch } } : {};
}

const record = v.pipe(
  v.object(fields),
  v.forward(
    v.partialCheck(
      [['colour'], ['swatch']],
      ({ colour, swatch }) =>
        colour === undefined ? swatch === undefined : (swatch ?? swatchOf(colour)) !== undefined,
      'must be given together with colour: the name of a colour, and what it looks like, as in #2b3766',
    ),
    ['swatch'],
  ),
  v.transform(
    ({
      original_price,
      delivery_days,
      stock,
      image: picture,
      colour: name,
      swatch,
      ...product
    }) => ({
      stock,
      product: {
        ...product,
        ...colourOf(name, swatch),
        ...picture,
        originalPrice: original_price ?? product.price,
        deliveryDays: delivery_days,
      },
    }),
  ),
);

/** Product in a file, with its stock in pieces; the stock is undefined if the record has none. */
export interface CatalogueRecord extends v.InferOutput<typeof record> {
  /** Stock of a new product, if the file says only that there is some. */
  readonly stockIfNew?: number | undefined;
}

/**
 * Validates one record. Returns its faults if there are any, in which a column is called by its name in `names`. Empty
 * optional cells count as absent.
 */
export function readRecord(
  cells: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>> = {},
): CatalogueRecord | string[] {
  const given = Object.fromEntries(
    Object.entries(cells).filter(
      ([name, value]) => value !== '' || requiredColumns.some((column) => column === name),
    ),
  );
  const parsed = v.safeParse(record, given);
  if (parsed.success) return parsed.output;
  return parsed.issues.map((issue) => {
    const path = v.getDotPath(issue) ?? '';
    const column = names[path] ?? path;
    return issue.received === 'undefined' ? `${column} is missing` : `${column} ${issue.message}`;
  });
}
