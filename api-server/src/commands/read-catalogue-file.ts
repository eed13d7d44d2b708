import { type CatalogueRecord, columns, readRecord, requiredColumns } from './catalogue-file.ts';
import {
  CommandError,
  columnFault,
  extensionOf,
  type FileRecord,
  headerOf,
  type Row,
  readCsv,
  readRows,
  readText,
  sizeOf,
} from './files.ts';
import { FileNotes } from './merchant/file-notes.ts';
import type { MerchantEntry } from './merchant/merchant-format.ts';
import {
  merchantFormatOf,
  readMerchantFeed,
  readMerchantRows,
} from './merchant/read-merchant-file.ts';

/** Maximum size of a JSON file, which is read as a whole. */
const MAX_JSON_BYTES = 200_000_000;

/** Extensions of the files that an import reads. */
const extensions = ['.csv', '.tsv', '.txt', '.xml', '.json'] as const;

/** Product of a file, or the faults of its record, and the record's place: 'line 7'. */
export interface ReadProduct {
  readonly at: string;
  readonly record: CatalogueRecord | string[];
}

/**
 * Yields the products of a catalogue file, of Shopify's or WooCommerce's product file, or of a Google Merchant feed.
 * `notes` is told what becomes of a merchant's file. Throws a CommandError if the file is missing, empty or malformed.
 */
export async function* readCatalogueFile(
  file: string,
  notes = new FileNotes(),
): AsyncGenerator<ReadProduct> {
  const extension = extensionOf(file, extensions);
  const size = await sizeOf(file);
  if (size === 0) throw new CommandError(`${file} is empty`);
  if (extension === '.xml') return yield* checked(readMerchantFeed(file, notes), notes);
  if (extension === '.json') return yield* validated(readJson(file, size));
  const header = await readFirst(file);
  const names = header ? headerOf(header).map((name) => name.toLowerCase()) : [];
  const isOurs = requiredColumns.every((column) => names.includes(column));
  const format = header && !isOurs ? merchantFormatOf(header) : undefined;
  if (names.length > 1 && !format && !requiredColumns.some((column) => names.includes(column))) {
    throw new CommandError(
      `${file}, line ${header?.line}: these are neither our columns nor those of a product file of Shopify or WooCommerce in English, or of Google Merchant Center`,
    );
  }
  yield* header && format
    ? checked(readMerchantRows(file, header, format, notes), notes)
    : validated(readCsv(file, columns, requiredColumns));
}

async function readFirst(file: string): Promise<Row | undefined> {
  for await (const row of readRows(file)) return row;
  return undefined;
}

async function* validated(records: AsyncIterable<FileRecord>): AsyncGenerator<ReadProduct> {
  for await (const { at, fields } of records) yield { at, record: readRecord(fields) };
}

async function* checked(
  entries: AsyncIterable<MerchantEntry>,
  notes: FileNotes,
): AsyncGenerator<ReadProduct> {
  for await (const entry of entries) {
    const { at } = entry;
    if ('fault' in entry) yield { at, record: [entry.fault] };
    else {
      const record = readRecord(entry.fields, entry.names);
      const { stockIfNew } = entry;
      notes.addPicture(entry.fields.image ?? '');
      yield { at, record: Array.isArray(record) ? record : { ...record, stockIfNew } };
    }
  }
}

async function* readJson(file: string, size: number): AsyncGenerator<FileRecord> {
  if (size > MAX_JSON_BYTES) {
    throw new CommandError(`${file} is larger than 200 MB: import it as a .csv file`);
  }
  const document = await parseJson(file);
  if (!Array.isArray(document)) throw new CommandError(`${file} is not a list of products`);
  for (const [index, entry] of document.entries()) {
    const at = `product ${index + 1}`;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new CommandError(`${file}, ${at}: it is not an object`);
    }
    const fault = columnFault(Object.keys(entry), columns, requiredColumns);
    if (fault !== undefined) throw new CommandError(`${file}, ${at}: ${fault}`);
    yield { at, fields: entry };
  }
}

async function parseJson(file: string): Promise<unknown> {
  let text = '';
  for await (const part of readText(file)) text += part;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(
      `${file} is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}
