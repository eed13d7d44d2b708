import { MAX_PICTURES } from '@patchwork/api/operator';
import type { Category, Size } from '@patchwork/domain';
import type { Column } from '../catalogue-file.ts';
import { CommandError } from '../files.ts';
import { otherCurrency, readRupees } from '../rupees.ts';
import { swatchOf } from '../swatches.ts';
import type { ColumnMeanings, FileNotes } from './file-notes.ts';
import { categoryOf, pictureLines, sizeOf } from './values.ts';

/** Row of a merchant's file, or product of a feed in XML. Cells are by a column's key. */
export interface SourceRow {
  /** Place in the file: 'line 7'. */
  readonly at: string;
  readonly cells: Readonly<Record<string, string>>;
}

/** Product of a merchant's file in the columns of a catalogue file, or the fault of its row. */
export type MerchantEntry =
  | {
      readonly at: string;
      readonly fields: Partial<Record<Column, string>>;
      /** Pieces of a new product, if the file says no more than that it is in stock. */
      readonly stockIfNew?: number | undefined;
      /** Names of the file's columns, for faults. */
      readonly names: Partial<Record<Column, string>>;
    }
  | { readonly at: string; readonly fault: string };

/** What a reader needs to know of a file. */
export interface Source {
  /** Reads the rows from the start. */
  readonly rows: () => AsyncIterable<SourceRow>;
  /** As `rows`, for what must be known before the first one. */
  readonly readAhead: () => AsyncIterable<SourceRow>;
  /** Name in the file of the column with this key. */
  readonly nameOf: (key: string) => string;
  readonly notes: FileNotes;
}

/** Kind of file that merchants export from elsewhere. */
export interface MerchantFormat extends ColumnMeanings {
  /** Returns the key of a column, by its name in the file. */
  readonly keyOf: (name: string) => string;
  /** Whether a file with columns of these keys is of this kind. */
  readonly recognizes: (keys: ReadonlySet<string>) => boolean;
  readonly read: (source: Source) => AsyncGenerator<MerchantEntry>;
}

/** Thrown for a product that this shop can't sell, or that isn't for sale. The rest of the file is imported. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

/**
 * Makes the entry of a row. A CommandError becomes the row's fault. A product that is left out is noted, and gives
 * undefined.
 */
export function entryOf(
  at: string,
  notes: FileNotes,
  make: () => Omit<Extract<MerchantEntry, { fields: unknown }>, 'at'>,
): MerchantEntry | undefined {
  try {
    return { at, ...make() };
  } catch (error) {
    if (error instanceof LeftOut) notes.leaveOut(at, error.message);
    else if (error instanceof CommandError) return { at, fault: error.message };
    else throw error;
  }
}

/** Returns a price as our columns have it; undefined for an empty cell. Throws a CommandError for any other. */
export function priceOf(column: string, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const price = readRupees(text);
  if (price === 'unreadable') {
    throw new CommandError(
      `${column} is ${JSON.stringify(text)}: write whole rupees, such as 1499 or 1,499.00`,
    );
  }
  if ('currency' in price) {
    throw new CommandError(`${column} ${otherCurrency(price.currency)}`);
  }
  return String(price.rupees);
}

/** As `priceOf`. Throws a CommandError for an empty cell. */
export function requiredPriceOf(column: string, text: string): string {
  const price = priceOf(column, text);
  if (price !== undefined) return price;
  throw new CommandError(`${column} is empty: write whole rupees, such as 1499`);
}

/** Returns the category that a product's texts name. Throws LeftOut; `columns` says where one can be written. */
export function requiredCategoryOf(
  id: string,
  columns: string,
  texts: readonly (string | undefined)[],
): Category {
  const category = categoryOf(...texts);
  if (category) return category;
  throw new LeftOut(`${id} has no single category: write Men, Women or Kids in ${columns}`);
}

const PIECES = /^(-?\d{1,9})(?:[.,]0*)?$/;

/** Returns a number of pieces. Throws a CommandError if the cell has none. */
export function piecesOf(column: string, text: string, notes: FileNotes): string {
  const [, number = ''] = PIECES.exec(text.trim()) ?? [];
  if (number === '') {
    throw new CommandError(`${column} is ${JSON.stringify(text)}: write a number of pieces`);
  }
  if (!number.startsWith('-')) return number;
  notes.add(`${column} is negative, so the stock is 0`);
  return '0';
}

/** Notes that the number of pieces is unknown. Returns the stock of a new product. */
export function unknownStock(why: string, notes: FileNotes): number {
  notes.add(`${why}, so a new product has 1 piece, and the stock of an existing one stays`);
  return 1;
}

/** Option of a variant, or attribute of a variation. */
export interface Option {
  readonly name: string;
  readonly value: string;
}

/** Whether an option or attribute with this name is the size: 'Size', 'Shirt size', 'pa_size'. */
export const isSize = (name: string): boolean => /\bsizes?\b/i.test(name.replaceAll('_', ' '));

/** Returns the size among a variant's options. Throws LeftOut if the shop doesn't have it. */
export function requiredSizeOf(
  id: string,
  options: readonly Option[],
  column: string,
): { readonly size: Size; readonly others: readonly Option[] } {
  const option = options.find(({ name }) => isSize(name));
  if (!option) throw new LeftOut(`${id} has no size: add an option Size (${column})`);
  const size = sizeOf(option.value);
  if (size) return { size, others: options.filter((each) => each !== option) };
  throw new LeftOut(`${id} has the size ${option.value}: the shop has S, M, L, XL and XXL`);
}

/** Swatch of a colour whose name says nothing. */
const UNKNOWN_SWATCH = '#8c8c8c';

/** Whether an option or attribute with this name is the colour: 'Color', 'Colour', 'pa_color'. */
const isColour = (name: string): boolean => /\bcolou?rs?\b/i.test(name.replaceAll('_', ' '));

/** Returns the columns of a colour; none for an empty name. */
export function colourFields(name: string, notes: FileNotes): Partial<Record<Column, string>> {
  const colour = name.trim().slice(0, 60);
  if (colour === '') return {};
  const swatch = swatchOf(colour);
  if (swatch === undefined) {
    notes.add('what the colour looks like is not known, so it is shown as grey: set swatch');
  }
  return { colour, swatch: swatch ?? UNKNOWN_SWATCH };
}

/** Returns the columns of the colour among a variant's options. */
export const colourAmong = (options: readonly Option[], notes: FileNotes) =>
  colourFields(options.find(({ name }) => isColour(name))?.value ?? '', notes);

export interface Picture {
  readonly image: string;
  readonly alt: string;
}

/** Returns the further pictures of a product. Notes those that are too many. */
export function furtherPictures(
  pictures: readonly Picture[],
  main: string,
  notes: FileNotes,
): string {
  const others = pictures.filter(({ image }) => image !== main);
  if (others.length > MAX_PICTURES) {
    notes.add(`of more than ${MAX_PICTURES} further pictures, the others are left out`);
  }
  return pictureLines(others.slice(0, MAX_PICTURES));
}
