import type { ProductPicture } from '@patchwork/domain';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { writeGoogleFeed } from '../feeds/google-feed.ts';
import { isShown, type ProductRow, readProductRows } from '../rows/product-row.ts';
import { type Column, columns } from './catalogue-file.ts';
import { type Cell, extensionOf, toLine, writeWhole } from './files.ts';

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
  style: row.style ?? '',
  colour: row.colour?.name ?? '',
  swatch: row.colour?.swatch ?? '',
});

async function* toCsv(batches: AsyncIterable<ProductRow[]>): AsyncGenerator<string> {
  yield toLine(columns);
  for await (const rows of batches) {
    for (const row of rows) {
      const record = toRecord(row);
      yield toLine(columns.map((column) => record[column]));
    }
  }
}

async function* toJson(batches: AsyncIterable<ProductRow[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of batches) {
    for (const row of rows) {
      yield `${before}  ${JSON.stringify(toRecord(row))}`;
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export interface ExportResult {
  /** Number of products in the file. */
  readonly exported: number;
  /** Products that break a rule of Google, and the rule as a sentence without its subject. */
  readonly leftOut: readonly { readonly id: string; readonly broken: string }[];
}

/**
 * Writes the catalogue to a .csv or .json file, or the shown products to an .xml file, a feed for Google Merchant Center.
 * The file is moved into place when complete. Throws a CommandError if the file has another extension or the export
 * fails.
 */
export async function exportCatalogue(
  db: Database,
  file: string,
  shopUrl: string,
): Promise<ExportResult> {
  const extension = extensionOf(file, ['.csv', '.json', '.xml']);
  let count = 0;
  const leftOut: { id: string; broken: string }[] = [];
  async function* counted(condition?: SQL): AsyncGenerator<ProductRow[]> {
    for await (const rows of readProductRows(db, condition)) {
      count += rows.length;
      yield rows;
    }
  }
  const writers = {
    '.csv': () => toCsv(counted()),
    '.json': () => toJson(counted()),
    '.xml': () =>
      writeGoogleFeed(counted(isShown), shopUrl, (id, broken) => leftOut.push({ id, broken })),
  };
  await writeWhole(file, 'The catalogue', writers[extension]());
  return { exported: count - leftOut.length, leftOut };
}
