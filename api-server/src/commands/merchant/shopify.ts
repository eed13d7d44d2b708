import { CommandError } from '../files.ts';
import { htmlToText } from './html-text.ts';
import {
  colourAmong,
  entryOf,
  furtherPictures,
  LeftOut,
  type MerchantEntry,
  type MerchantFormat,
  type Option,
  type Picture,
  piecesOf,
  priceOf,
  requiredCategoryOf,
  requiredPriceOf,
  requiredSizeOf,
  type Source,
  type SourceRow,
  unknownStock,
} from './merchant-format.ts';
import { checkPicture, isYes, slugOf } from './values.ts';

/**
 * Names of the columns since 2025, by those of before. Source: help.shopify.com, “Using CSV files to import and export
 * products”, in a stored copy of unknown date.
 */
const formerNames: Readonly<Record<string, string>> = {
  'url handle': 'handle',
  description: 'body (html)',
  'published on online store': 'published',
  price: 'variant price',
  'compare-at price': 'variant compare at price',
  'inventory quantity': 'variant inventory qty',
  'product image url': 'image src',
  'variant image url': 'variant image',
};

const optionNumbers = [1, 2, 3] as const;

const became: Readonly<Record<string, string>> = {
  handle: 'style, and id together with the values of the options',
  title: 'title',
  'body (html)': 'description, as text',
  'product category': 'category, if tags and type name none',
  type: 'category, if the tags name none',
  tags: 'category, by the words men, women, kids and the like',
  'google shopping / gender': 'category, if the others name none',
  'google shopping / age group': 'category, if it is kids',
  'variant inventory qty': 'stock',
  'variant price': 'price',
  'variant compare at price': 'original_price',
  'image src': 'image, pictures',
  'image position': 'the order of the pictures',
  'image alt text': 'what a further picture shows',
  'variant image': 'image of that size',
};

for (const number of optionNumbers) {
  const rest = 'size, colour; another option than the size is a part of id and title';
  Object.assign(became, { [`option${number} name`]: rest, [`option${number} value`]: rest });
}

const decides: Readonly<Record<string, string>> = {
  published: 'products that are not published are left out',
  status: 'products that are drafts, archived or unlisted are left out',
  'gift card': 'gift cards are left out',
};

const isVariant = ({ cells }: SourceRow): boolean =>
  optionNumbers.some((number) => cells[`option${number} value`]) ||
  (cells['variant price'] ?? '') !== '';

/** Groups rows that follow each other with the same handle. A row without a handle belongs to the one above. */
async function* byHandle(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow[]> {
  let group: SourceRow[] = [];
  const handleOf = ({ cells }: SourceRow) => cells.handle || slugOf(cells.title ?? '');
  for await (const row of rows) {
    const [first] = group;
    const handle = handleOf(row);
    if (first && handle !== '' && handle !== handleOf(first)) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

function optionsOf(row: SourceRow, group: readonly SourceRow[]): Option[] {
  return optionNumbers.flatMap((number) => {
    const value = (row.cells[`option${number} value`] ?? '').trim();
    // The name is in the first row only.
    const name = group.map(({ cells }) => cells[`option${number} name`]).find(Boolean) ?? '';
    return value === '' || value === 'Default Title' ? [] : [{ name: name.trim(), value }];
  });
}

function picturesOf(group: readonly SourceRow[], { nameOf }: Source, title: string): Picture[] {
  const pictures = group.flatMap(({ at, cells }) => {
    const image = (cells['image src'] ?? '').trim();
    if (image === '') return [];
    checkPicture(`${nameOf('image src')} in ${at}`, image);
    const position = Number(cells['image position'] || Number.POSITIVE_INFINITY);
    return [{ image, alt: cells['image alt text'] || title, position }];
  });
  return pictures.sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** Throws LeftOut unless the product is for sale. */
function checkForSale(handle: string, cells: SourceRow['cells'], nameOf: Source['nameOf']): void {
  const status = (cells.status ?? '').trim().toLowerCase();
  if (status !== '' && status !== 'active') {
    throw new LeftOut(`${handle} is not for sale: ${nameOf('status')} is ${status}`);
  }
  if (isYes((cells.published ?? '').trim()) === false) {
    throw new LeftOut(`${handle} is not for sale: ${nameOf('published')} is ${cells.published}`);
  }
  if (isYes((cells['gift card'] ?? '').trim())) throw new LeftOut(`${handle} is a gift card`);
}

function* readGroup(group: readonly SourceRow[], source: Source): Generator<MerchantEntry> {
  const { nameOf, notes } = source;
  const [first] = group;
  if (!first) return;
  const { cells } = first;
  const handle = cells.handle || slugOf(cells.title ?? '');
  const title = (cells.title ?? '').trim();
  let isStyle = false;
  const isStyled = group.filter(isVariant).length > 1;
  for (const row of group.filter((each) => each === first || isVariant(each))) {
    const entry = entryOf(row.at, notes, () => {
      if (title === '') {
        throw new CommandError(
          `${nameOf('title')} is empty: the first row of ${handle} needs it, and the rows of a handle follow each other`,
        );
      }
      checkForSale(handle, cells, nameOf);
      const options = optionsOf(row, group);
      const id = [handle, ...options.map(({ value }) => slugOf(value))].join('-');
      const { size, others } = requiredSizeOf(id, options, 'Option1 Name');
      const category = requiredCategoryOf(id, 'Tags or Type', [
        cells['google shopping / age group'],
        cells.tags,
        cells.type,
        cells['product category'],
        cells['google shopping / gender'],
        title,
      ]);
      const price = requiredPriceOf(nameOf('variant price'), row.cells['variant price'] ?? '');
      const compare = nameOf('variant compare at price');
      const original = priceOf(compare, row.cells['variant compare at price'] ?? '');
      const pictures = picturesOf(group, source, title);
      const ownPicture = (row.cells['variant image'] ?? '').trim();
      if (ownPicture !== '') checkPicture(nameOf('variant image'), ownPicture);
      const image = ownPicture || (pictures[0]?.image ?? '');
      const quantity = row.cells['variant inventory qty'] ?? '';
      const stock = nameOf('variant inventory qty');
      return {
        fields: {
          id,
          title: [title, ...others.map(({ value }) => value)].join(', '),
          description: htmlToText(cells['body (html)'] ?? ''),
          image,
          category,
          size,
          ...(isStyled && { style: handle }),
          ...colourAmong(others, notes),
          price,
          ...(original !== undefined && original !== '0' && { original_price: original }),
          pictures: furtherPictures(pictures, image, notes),
          ...(quantity !== '' && { stock: piecesOf(stock, quantity, notes) }),
        },
        ...(quantity === '' && { stockIfNew: unknownStock('it has no number of pieces', notes) }),
        names: {
          id: nameOf('handle'),
          title: nameOf('title'),
          description: nameOf('body (html)'),
          image: nameOf('image src'),
          pictures: nameOf('image src'),
          price: nameOf('variant price'),
          original_price: compare,
          stock,
        },
      };
    });
    if (!entry) continue;
    if (!isStyle) notes.addStyle();
    isStyle = true;
    yield entry;
  }
}

/** Product file of Shopify: a row for each variant, and for each further picture. */
export const shopify: MerchantFormat = {
  name: 'Shopify',
  keyOf: (name) => {
    const key = name.toLowerCase().replace(/\s+/g, ' ');
    return formerNames[key] ?? key;
  },
  recognizes: (keys) =>
    keys.has('title') &&
    (keys.has('variant price') || keys.has('body (html)')) &&
    (keys.has('handle') || keys.has('option1 value')),
  became: (key) => became[key],
  decides: (key) => decides[key],
  async *read(source) {
    for await (const group of byHandle(source.rows())) yield* readGroup(group, source);
  },
};
