import { categories, isOwnPath, sizes } from '@patchwork/domain';
import * as v from 'valibot';

/** Fits the database's integers. */
export const MAX_NUMBER = 999_999_999;

function text(min: number, max: number) {
  const length = min === 0 ? `at most ${max}` : `${min} to ${max}`;
  const message = `is a text of ${length} characters`;
  return v.pipe(
    v.string(message),
    v.trim(),
    v.minLength(min, message),
    v.maxLength(max, message),
    v.regex(/^[^\0]*$/, 'has a character that a text can’t have (code 0)'),
  );
}

/** A JSON file has numbers and true or false, a CSV file has texts of them. */
const cell = v.pipe(
  v.union([v.string(), v.number(), v.boolean()], 'is a text, a number, or true or false'),
  v.transform((value) => String(value).trim()),
);

function wholeNumber(unit: string) {
  const message = `is a whole number ${unit}, from 0 to ${MAX_NUMBER}`;
  return v.pipe(
    cell,
    v.regex(/^\d{1,12}$/, message),
    v.transform(Number),
    v.maxValue(MAX_NUMBER, message),
  );
}

const oneOf = <T extends string>(values: readonly T[]) =>
  v.pipe(cell, v.toUpperCase(), v.picklist(values, `is one of ${values.join(', ')}`));

const ratingMessage = 'is a number from 0 to 5';
const rating = v.pipe(
  cell,
  v.regex(/^\d(?:\.\d{1,3})?$/, ratingMessage),
  v.transform(Number),
  v.maxValue(5, ratingMessage),
);

const image = v.pipe(
  text(0, 2000),
  v.check(
    (value) =>
      value === '' ||
      isOwnPath(value) ||
      (/^https:\/\/[^\s\\]+$/.test(value) && URL.canParse(value)),
    'is an address that begins with https:// or a path that begins with /',
  ),
);

const trending = v.pipe(
  cell,
  v.toLowerCase(),
  v.picklist(['true', 'false'], 'is true or false'),
  v.transform((value) => value === 'true'),
);

/** An id is one segment of the product's address, in the shop and in the API. */
const id = v.pipe(
  cell,
  text(1, 200),
  v.check(
    (value) => !/^\.{1,2}$/.test(value),
    'can’t be . or .., which an address gives a meaning',
  ),
  v.regex(
    /^[^/\\\p{Control}\p{Surrogate}]*$/u,
    'has a character that its address can’t have: / or \\, a control character, or half a surrogate pair',
  ),
);

/** Columns of a product. */
const fields = {
  id,
  title: v.pipe(cell, text(1, 300)),
  description: v.optional(v.pipe(cell, text(0, 10_000)), ''),
  image: v.optional(image, ''),
  category: oneOf(categories),
  size: oneOf(sizes),
  price: wholeNumber('of rupees'),
  original_price: v.optional(wholeNumber('of rupees')),
  rating: v.optional(rating, '0'),
  reviews: v.optional(v.pipe(cell, text(0, 20)), '0'),
  stock: v.optional(wholeNumber('of pieces')),
  delivery_days: v.optional(wholeNumber('of days'), '4'),
  trending: v.optional(trending, 'false'),
};

export type Column = keyof typeof fields;

/** The columns of a catalogue's file, in the order of an export. */
export const columns = Object.keys(fields) as Column[];

const requiredColumns = columns.filter((column) => fields[column].type !== 'optional');

const record = v.pipe(
  v.object(fields),
  v.transform(({ original_price, delivery_days, stock, ...product }) => ({
    stock,
    product: {
      ...product,
      originalPrice: original_price ?? product.price,
      deliveryDays: delivery_days,
    },
  })),
);

/** A product of the file, with its pieces in stock where the file says them. */
export type CatalogueRecord = v.InferOutput<typeof record>;

/** Reads one record, or says what is wrong with it. An empty cell of a column that may be left out counts as left out. */
export function readRecord(cells: Readonly<Record<string, unknown>>): CatalogueRecord | string[] {
  const given = Object.fromEntries(
    Object.entries(cells).filter(
      ([name, value]) => value !== '' || requiredColumns.some((column) => column === name),
    ),
  );
  const parsed = v.safeParse(record, given);
  if (parsed.success) return parsed.output;
  return parsed.issues.map((issue) => {
    const column = v.getDotPath(issue) ?? '';
    return issue.received === 'undefined' ? `${column} is missing` : `${column} ${issue.message}`;
  });
}

/** Returns the reason why these columns can't be imported; undefined when they can. */
export function columnFault(names: readonly string[]): string | undefined {
  const missing = requiredColumns.filter((column) => !names.includes(column));
  const unknown = names.filter((name) => !columns.some((column) => column === name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (missing.length > 0) return `the column ${missing.join(', ')} is missing`;
  if (unknown.length > 0) return `there is no column ${unknown.join(', ')}`;
  return twice.length > 0 ? `the column ${twice.join(', ')} is there twice` : undefined;
}
