import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ProductPicture } from '@patchwork/domain';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import type { Database } from '../database/database.ts';
import { type ProductRow, readProductRows } from '../database/product-row.ts';
import { type Column, CommandError, columns, escapeFormula, formatOf } from './catalogue-file.ts';
import { reasonOf } from './import-catalogue.ts';

const sourceLines = ({ sources }: Pick<ProductRow | ProductPicture, 'sources'>): string[] =>
  sources?.map(({ image, width }) => `${image} ${width}w`) ?? [];

const toRecord = (row: ProductRow): Record<Column, Cell> => ({
  id: row.id,
  title: row.title,
  description: row.description,
  image: [row.image, ...sourceLines(row)].join('\n'),
  category: row.category,
  size: row.size,
  price: row.price,
  original_price: row.originalPrice,
  rating: row.rating,
  reviews: row.reviews,
  stock: row.stock,
  delivery_days: row.deliveryDays,
  trending: row.trending,
  pictures:
    row.pictures
      ?.flatMap((picture) => [`${picture.image} ${picture.alt}`, ...sourceLines(picture)])
      .join('\n') ?? '',
  care: row.care ?? '',
});

type Cell = string | number | boolean;

/** Formats a cell as in RFC 4180. Also quotes a cell with a character that separates cells in other locales. */
function toCell(value: Cell): string {
  const text = typeof value === 'string' ? escapeFormula(value) : String(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const toLine = (values: readonly Cell[]): string => `${values.map(toCell).join(',')}\r\n`;

async function* toCsv(rows: AsyncIterable<ProductRow>): AsyncGenerator<string> {
  yield toLine(columns);
  for await (const row of rows) {
    const record = toRecord(row);
    yield toLine(columns.map((column) => record[column]));
  }
}

async function* toJson(rows: AsyncIterable<ProductRow>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield `${before}  ${JSON.stringify(toRecord(row))}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const writers = { '.csv': toCsv, '.json': toJson };

/**
 * Writes the catalogue to a .csv or .json file, which is moved into place when complete. Returns the number of
 * products. Throws a CommandError if the file has another extension or the export fails.
 */
export async function exportCatalogue(db: Database, file: string): Promise<number> {
  const write = writers[formatOf(file)];
  let count = 0;
  async function* counted(): AsyncGenerator<ProductRow> {
    for await (const rows of readProductRows(db)) {
      count += rows.length;
      yield* rows;
    }
  }
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    const text = Readable.from(write(counted()));
    await pipeline(text, createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const isUnread = error instanceof DrizzleQueryError;
    const fault = isUnread ? 'The catalogue can’t be read' : `${file} can’t be written`;
    throw new CommandError(`${fault}: ${reasonOf(error)}`);
  }
  return count;
}
