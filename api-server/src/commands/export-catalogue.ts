import type { ProductPicture } from '@patchwork/domain';
import type { Database } from '../database/database.ts';
import { type ProductRow, readProductRows } from '../rows/product-row.ts';
import { type Column, columns } from './catalogue-file.ts';
import { type Cell, formatOf, toLine, writeWhole } from './files.ts';

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
  await writeWhole(file, 'The catalogue', write(counted()));
  return count;
}
