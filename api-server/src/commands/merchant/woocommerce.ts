import { htmlToText } from './html-text.ts';
import {
  colourAmong,
  entryOf,
  furtherPictures,
  isSize,
  LeftOut,
  type MerchantEntry,
  type MerchantFormat,
  type Option,
  piecesOf,
  priceOf,
  requiredCategoryOf,
  requiredPriceOf,
  requiredSizeOf,
  type Source,
  type SourceRow,
  unknownStock,
} from './merchant-format.ts';
import { isCurrent } from './sale-dates.ts';
import { checkPicture, slugOf } from './values.ts';

type Cells = SourceRow['cells'];

const became: Readonly<Record<string, string>> = {
  sku: 'id; that of a variation without SKU is its parent’s, with its values',
  id: 'id of a product without SKU',
  name: 'title',
  'short description': 'description, if there is no other',
  description: 'description, as text',
  'is featured?': 'trending',
  'date sale price starts': 'whether the sale price is the price',
  'date sale price ends': 'whether the sale price is the price',
  'in stock?': 'stock, if Stock has no number',
  stock: 'stock',
  'regular price': 'price; original_price during a sale',
  'sale price': 'price during a sale',
  categories: 'category, by the words men, women, kids and the like',
  tags: 'category, if the categories name none',
  images: 'image, pictures',
  parent: 'style',
};

const decides: Readonly<Record<string, string>> = {
  type: 'each variation is a product, and so is a simple product; others are left out',
  published: 'products that are not published are left out',
  'visibility in catalog': 'hidden products are left out',
};

const attribute = /^attribute (\d+) (?:name|value\(s\))$/;

const typesOf = (cells: Cells): string[] => (cells.type ?? '').toLowerCase().split(/\s*,\s*/);

function attributesOf(cells: Cells): Option[] {
  return Object.keys(cells).flatMap((key) => {
    const [, number] = /^attribute (\d+) name$/.exec(key) ?? [];
    const name = cells[key] ?? '';
    const value = (cells[`attribute ${number} value(s)`] ?? '').trim();
    return number === undefined || name === '' || value === '' ? [] : [{ name, value }];
  });
}

/** Returns a text without what an address can't have. */
const idOf = (cells: Cells): string =>
  (cells.sku || cells.id || slugOf(cells.name ?? '')).trim().replace(/[/\\%\p{Cc}\s]+/gu, '-');

/** Splits a list at its commas; '\,' is a comma within an entry. */
const listOf = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter((entry) => entry !== '');

/** WooCommerce writes a line break as \n. */
const descriptionOf = (text = ''): string => htmlToText(text.replaceAll('\\n', '\n'), true);

/** Rows of the variable products, by all that a variation may call its parent. */
async function readParents(source: Source): Promise<Map<string, SourceRow>> {
  const parents = new Map<string, SourceRow>();
  for await (const row of source.readAhead()) {
    if (!typesOf(row.cells).includes('variable')) continue;
    const { id = '', sku = '' } = row.cells;
    if (id !== '') parents.set(`id:${id}`, row);
    if (sku !== '') parents.set(sku, row);
  }
  return parents;
}

/** Throws LeftOut unless the row, and a variation's parent, are for sale. */
function checkForSale(id: string, cells: Cells, nameOf: Source['nameOf']): void {
  const { published = '1', 'visibility in catalog': visibility = '' } = cells;
  if (published !== '1' && published !== '') {
    throw new LeftOut(`${id} is not for sale: ${nameOf('published')} is ${published}`);
  }
  if (visibility.toLowerCase() === 'hidden') {
    throw new LeftOut(`${id} is not for sale: ${nameOf('visibility in catalog')} is hidden`);
  }
}

function pricesOf(cells: Cells, { nameOf, notes }: Source) {
  const regular = priceOf(nameOf('regular price'), cells['regular price'] ?? '');
  const sale = priceOf(nameOf('sale price'), cells['sale price'] ?? '');
  if (sale === undefined || regular === undefined) {
    return { price: requiredPriceOf(nameOf('regular price'), sale ?? regular ?? '') };
  }
  const starts = cells['date sale price starts'] ?? '';
  const ends = cells['date sale price ends'] ?? '';
  if (isCurrent(starts, ends)) return { price: sale, original_price: regular };
  notes.add('the sale is not today, so the regular price is the price');
  return { price: regular };
}

function stockOf(cells: Cells, { nameOf, notes }: Source) {
  const column = nameOf('stock');
  const { stock = '', 'in stock?': inStock = '' } = cells;
  if (stock !== '' && stock !== 'parent') return { stock: piecesOf(column, stock, notes) };
  if (/^(?:0|no|outofstock|onbackorder|backorder)$/i.test(inStock)) return { stock: '0' };
  const why = stock === 'parent' ? 'its sizes share one stock' : 'it has no number of pieces';
  return { stockIfNew: unknownStock(why, notes) };
}

function readProduct(row: SourceRow, parent: SourceRow | undefined, source: Source) {
  const { nameOf, notes } = source;
  const { cells } = row;
  const style = parent?.cells ?? cells;
  const attributes = attributesOf(cells);
  const ownSku = parent && cells.sku === parent.cells.sku ? '' : (cells.sku ?? '');
  const id =
    parent && ownSku === ''
      ? [idOf(style), ...attributes.map(({ value }) => slugOf(value))].join('-')
      : idOf(cells);
  if (ownSku !== '' && id !== ownSku) {
    notes.add(
      `${nameOf('sku')} has characters that an address can’t have: they became - in the id`,
    );
  }
  checkForSale(id, style, nameOf);
  if (parent) checkForSale(id, { published: cells.published ?? '' }, nameOf);
  const { size, others } = requiredSizeOf(id, inOneSize(id, attributes), 'Attribute 1 name');
  const category = requiredCategoryOf(id, 'Categories', [style.categories, style.tags, style.name]);
  const { stockIfNew, ...pieces } = { stockIfNew: undefined, ...stockOf(cells, source) };
  const name = htmlToText(style.name ?? '');
  const title = [name, ...(parent ? others.map(({ value }) => value) : [])].join(', ');
  if (!parent && others.length > 0) {
    notes.add(`left out: ${others.map((each) => each.name).join(', ')}`);
  }
  const images = [...new Set([...listOf(cells.images ?? ''), ...listOf(style.images ?? '')])];
  for (const image of images) checkPicture(nameOf('images'), image);
  const pictures = images.map((image) => ({ image, alt: title }));
  const [image = ''] = images;
  return {
    fields: {
      id,
      title,
      description: descriptionOf(
        cells.description || style.description || style['short description'],
      ),
      image,
      category,
      size,
      ...(parent && { style: idOf(style) }),
      ...(parent && colourAmong(others, notes)),
      ...pricesOf(cells, source),
      pictures: furtherPictures(pictures, image, notes),
      ...pieces,
      trending: /^(?:1|yes)$/i.test(style['is featured?'] ?? '') ? 'true' : 'false',
    },
    stockIfNew,
    names: {
      id: nameOf('sku'),
      title: nameOf('name'),
      description: nameOf('description'),
      image: nameOf('images'),
      pictures: nameOf('images'),
      price: nameOf('regular price'),
      original_price: nameOf('regular price'),
      stock: nameOf('stock'),
    },
  };
}

/** Returns the attributes. Throws LeftOut if a row is in several sizes, whose stock is not known. */
function inOneSize(id: string, attributes: readonly Option[]): readonly Option[] {
  const several = attributes.find(({ name, value }) => isSize(name) && /[,|]/.test(value));
  if (!several) return attributes;
  throw new LeftOut(`${id} has the sizes ${several.value} in one row: make each a variation`);
}

/** Product file of WooCommerce: a row for each product, and for each variation of a variable product. */
export const woocommerce: MerchantFormat = {
  name: 'WooCommerce',
  keyOf: (name) => name.toLowerCase().replace(/\s+/g, ' '),
  recognizes: (keys) => keys.has('type') && keys.has('name') && keys.has('regular price'),
  became: (key) =>
    attribute.test(key)
      ? 'size, colour; a variation’s other values than the size are a part of id and title'
      : became[key],
  decides: (key) => decides[key],
  async *read(source): AsyncGenerator<MerchantEntry> {
    const { notes } = source;
    const parents = await readParents(source);
    const varied = new Set<SourceRow>();
    const styles = new Set<SourceRow>();
    for await (const row of source.rows()) {
      const { at, cells } = row;
      const types = typesOf(cells);
      if (types.includes('variable')) continue;
      const parent = parents.get((cells.parent ?? '').trim());
      if (parent) varied.add(parent);
      const entry = entryOf(at, notes, () => {
        if (types.includes('simple')) return readProduct(row, undefined, source);
        if (types.includes('variation') && parent) return readProduct(row, parent, source);
        throw new LeftOut(
          types.includes('variation')
            ? `${idOf(cells)} is a variation of ${cells.parent || 'nothing'}, which is not in the file`
            : `${idOf(cells)} is of the type ${cells.type || 'nothing'}, neither simple nor variable`,
        );
      });
      if (!entry) continue;
      if (!parent) notes.addStyle();
      else styles.add(parent);
      yield entry;
    }
    for (const _style of styles) notes.addStyle();
    for (const parent of new Set(parents.values())) {
      if (varied.has(parent)) continue;
      notes.leaveOut(
        parent.at,
        `${idOf(parent.cells)} is variable, but the file has no variation of it`,
      );
    }
  },
};
