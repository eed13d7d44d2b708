import { CommandError, fieldsOf, headerOf, type Row, readRows } from '../files.ts';
import { readFeed } from './feed-xml.ts';
import type { FileNotes } from './file-notes.ts';
import { google } from './google.ts';
import type { MerchantEntry, MerchantFormat, SourceRow } from './merchant-format.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce.ts';

const formats: readonly MerchantFormat[] = [shopify, woocommerce, google];

/** Returns the format that a file with this header has; undefined if it is no merchant's. */
export function merchantFormatOf(header: Row): MerchantFormat | undefined {
  const names = headerOf(header);
  return formats.find(({ keyOf, recognizes }) => recognizes(new Set(names.map(keyOf))));
}

/** Columns that a file may have several times, each with another value. */
const repeatable = /^additional_image_link$/;

/**
 * Returns the keys of a header's columns. One that is there again is numbered, if nothing is made of it. Throws a
 * CommandError for any other.
 */
function keysOf(file: string, header: Row, { keyOf, became }: MerchantFormat): string[] {
  const counts = new Map<string, number>();
  return headerOf(header).map((name) => {
    const key = name === '' ? '' : keyOf(name);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count === 1 || key === '') return key;
    if (became(key) !== undefined && !repeatable.test(key)) {
      throw new CommandError(`${file}, line ${header.line}: the column ${name} is there twice`);
    }
    return `${key} ${count}`;
  });
}

/** Yields the products of a merchant's file with separated cells, of which `header` is the first row. */
export async function* readMerchantRows(
  file: string,
  header: Row,
  format: MerchantFormat,
  notes: FileNotes,
): AsyncGenerator<MerchantEntry> {
  const keys = keysOf(file, header, format);
  const names = new Map(headerOf(header).map((name, index) => [keys[index] ?? '', name]));
  names.delete('');
  notes.begin(format);
  for (const [key, name] of names) notes.addColumn(key, name);
  const repeated = keys.filter((key) => repeatable.test(key.replace(/ \d+$/, '')));

  async function* readAhead(): AsyncGenerator<SourceRow> {
    let isHeader = true;
    for await (const row of readRows(file)) {
      if (!isHeader) {
        const cells = fieldsOf(file, row, keys, []);
        const [first] = repeated;
        if (first !== undefined) cells[first] = repeated.map((key) => cells[key]).join('\n');
        yield { at: `line ${row.line}`, cells };
      }
      isHeader = false;
    }
  }
  async function* rows(): AsyncGenerator<SourceRow> {
    for await (const row of readAhead()) {
      notes.addRow(row.cells);
      yield row;
    }
  }
  yield* format.read({ rows, readAhead, nameOf: (key) => names.get(key) ?? key, notes });
}

/** Yields the products of a Google Merchant feed in XML. */
export async function* readMerchantFeed(
  file: string,
  notes: FileNotes,
): AsyncGenerator<MerchantEntry> {
  const names = new Map<string, string>();
  notes.begin(google);
  const readAhead = () => readFeed(file, google.keyOf);
  async function* rows(): AsyncGenerator<SourceRow> {
    for await (const { names: found, ...row } of readAhead()) {
      for (const key in found) {
        if (names.has(key)) continue;
        names.set(key, found[key] ?? key);
        notes.addColumn(key, found[key] ?? key);
      }
      notes.addRow(row.cells);
      yield row;
    }
  }
  yield* google.read({ rows, readAhead, nameOf: (key) => names.get(key) ?? `g:${key}`, notes });
}
