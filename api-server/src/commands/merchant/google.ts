import type { Category } from '@patchwork/domain';
import { CommandError } from '../files.ts';
import { htmlToText } from './html-text.ts';
import {
  colourFields,
  entryOf,
  furtherPictures,
  type MerchantFormat,
  priceOf,
  requiredCategoryOf,
  requiredPriceOf,
  requiredSizeOf,
  type Source,
  type SourceRow,
  unknownStock,
} from './merchant-format.ts';
import { isCurrent } from './sale-dates.ts';
import { checkPicture } from './values.ts';

type Cells = SourceRow['cells'];

const became: Readonly<Record<string, string>> = {
  id: 'id',
  title: 'title',
  description: 'description, as text',
  image_link: 'image',
  additional_image_link: 'pictures',
  availability: 'stock',
  price: 'price; original_price during a sale',
  sale_price: 'price during a sale',
  sale_price_effective_date: 'whether the sale price is the price',
  gender: 'category',
  age_group: 'category, KIDS below the age of 13',
  product_type: 'category, if gender and age_group name none',
  google_product_category: 'category, if the others name none',
  size: 'size',
  color: 'colour',
  item_group_id: 'style',
};

/** Age groups of Google that are below 13 years. */
const ofKids = /^(?:newborn|infant|toddler|kids)$/;

function categoryOfItem(id: string, cells: Cells): Category {
  const age = (cells.age_group ?? '').trim().toLowerCase();
  if (ofKids.test(age)) return 'KIDS';
  return requiredCategoryOf(id, 'gender and age_group, or in product_type', [
    cells.gender,
    cells.product_type,
    cells.google_product_category,
    cells.title,
  ]);
}

function pricesOf(cells: Cells, { notes, nameOf }: Source) {
  const price = requiredPriceOf(nameOf('price'), cells.price ?? '');
  const sale = priceOf(nameOf('sale_price'), cells.sale_price ?? '');
  if (sale === undefined) return { price };
  const [starts = '', ends = ''] = (cells.sale_price_effective_date ?? '').split('/');
  if (isCurrent(starts, ends)) return { price: sale, original_price: price };
  notes.add('the sale is not today, so the regular price is the price');
  return { price };
}

function stockOf(cells: Cells, { notes, nameOf }: Source) {
  const availability = (cells.availability ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  const column = nameOf('availability');
  if (availability === 'out_of_stock') return { stock: '0' };
  if (availability === 'in_stock') {
    return { stockIfNew: unknownStock('it has no number of pieces', notes) };
  }
  if (availability === 'preorder' || availability === 'backorder') {
    notes.add(`${column} is ${availability}, so the stock is 0`);
    return { stock: '0' };
  }
  throw new CommandError(
    `${column} is ${JSON.stringify(cells.availability ?? '')}: write in_stock, out_of_stock, preorder or backorder`,
  );
}

function readItem({ cells }: SourceRow, source: Source) {
  const { nameOf, notes } = source;
  const { id = '', title = '' } = cells;
  if (id === '') throw new CommandError(`${nameOf('id')} is empty: every product needs its own`);
  const options = cells.size ? [{ name: 'size', value: cells.size }] : [];
  const { size } = requiredSizeOf(id, options, nameOf('size'));
  const image = (cells.image_link ?? '').trim();
  if (image !== '') checkPicture(nameOf('image_link'), image);
  const others = (cells.additional_image_link ?? '')
    .split(/\n|,(?=\s*https?:)/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
  for (const other of others) checkPicture(nameOf('additional_image_link'), other);
  const { stockIfNew, ...pieces } = { stockIfNew: undefined, ...stockOf(cells, source) };
  return {
    fields: {
      id,
      title,
      description: htmlToText(cells.description ?? ''),
      image,
      category: categoryOfItem(id, cells),
      size,
      ...(cells.item_group_id && { style: cells.item_group_id }),
      ...colourFields(cells.color ?? '', notes),
      ...pricesOf(cells, source),
      pictures: furtherPictures(
        others.map((address) => ({ image: address, alt: title })),
        image,
        notes,
      ),
      ...pieces,
    },
    stockIfNew,
    names: {
      id: nameOf('id'),
      title: nameOf('title'),
      description: nameOf('description'),
      image: nameOf('image_link'),
      pictures: nameOf('additional_image_link'),
      price: nameOf('price'),
      original_price: nameOf('price'),
      stock: nameOf('availability'),
    },
  };
}

/** Product feed of Google Merchant Center, as rows of a table or items of RSS or Atom. */
export const google: MerchantFormat = {
  name: 'Google Merchant Center',
  keyOf: (name) =>
    name
      .toLowerCase()
      .replace(/^g:/, '')
      .replace(/[\s_]+/g, '_'),
  recognizes: (keys) =>
    keys.has('id') &&
    keys.has('title') &&
    ['image_link', 'availability', 'link'].some((key) => keys.has(key)),
  became: (key) => became[key],
  decides: () => undefined,
  async *read(source) {
    const styles = new Set<string>();
    for await (const row of source.rows()) {
      const entry = entryOf(row.at, source.notes, () => readItem(row, source));
      if (!entry) continue;
      const style = row.cells.item_group_id || `id ${row.cells.id}`;
      if (!styles.has(style)) source.notes.addStyle();
      styles.add(style);
      yield entry;
    }
  },
};
