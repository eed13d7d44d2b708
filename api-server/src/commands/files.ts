import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { DrizzleQueryError } from 'drizzle-orm/errors';

/** Failure of a command: one line for the terminal, and details. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  readonly details: readonly string[];

  constructor(message: string, details: readonly string[] = []) {
    super(message);
    this.details = details;
  }
}

/**
 * Returns the message of an error's innermost cause, because a database error's own message contains the statement with
 * its values.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? error.cause === undefined
      ? error.message
      : reasonOf(error.cause)
    : String(error);

/* Spreadsheets treat a cell as a formula if it begins with one of these characters (OWASP, CSV Injection), and as
   text after an apostrophe. A text that itself has such an apostrophe gets another one, so that an import removes
   exactly what the export has added. */

const unsafe = /^'*[=+\-@\t\r\n＝＋－＠]/;
const escaped = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Escapes a text that a spreadsheet would treat as a formula. */
export const escapeFormula = (text: string): string => (unsafe.test(text) ? `'${text}` : text);

/** Undoes `escapeFormula`. Returns other texts unchanged. */
export const unescapeFormula = (cell: string): string =>
  escaped.test(cell) ? cell.slice(1) : cell;

/** Returns why a file with these columns can't be read; undefined if it can. */
export function columnFault(
  names: readonly string[],
  columns: readonly string[],
  required: readonly string[],
): string | undefined {
  const missing = required.filter((column) => !names.includes(column));
  const named = names.filter((name) => name !== '');
  const unknown = named.filter((name) => !columns.includes(name));
  const twice = named.filter((name, index) => named.indexOf(name) !== index);
  if (missing.length > 0) return `the column ${missing.join(', ')} is missing`;
  if (unknown.length > 0) return `there is no column ${unknown.join(', ')}`;
  return twice.length > 0 ? `the column ${twice.join(', ')} is there twice` : undefined;
}

/** Maximum length of a record in a file. A longer record can't be a product, and must not fill the memory. */
export const MAX_RECORD_CHARACTERS = 1_000_000;

export interface FileRecord {
  /** Position in the file: 'line 7', or 'product 7' in JSON. */
  readonly at: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns the one of these extensions that a file has. Throws a CommandError if it has none of them. */
export function extensionOf<const T extends string>(file: string, extensions: readonly T[]): T {
  const extension = path.extname(file).toLowerCase();
  const known = extensions.find((each) => each === extension);
  if (known !== undefined) return known;
  const all = [extensions.slice(0, -1).join(', '), extensions.at(-1)].filter(Boolean).join(' or ');
  throw new CommandError(`${file} is not a ${all} file`);
}

/** Returns a file's size in bytes. Throws a CommandError if it is missing or no file. */
export async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {
    // Answered below.
  }
  throw new CommandError(`There is no file ${file}`);
}

/** Number of bytes at the start of a file that tell its encoding, and of characters that tell its separator. */
const START_LENGTH = 1 << 16;

/** Returns the encoding that a file's first bytes tell: by a byte order mark, zero bytes, or an XML declaration. */
function encodingOf(start: Uint8Array): string {
  const [first = 1, second = 1] = start;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  const declared = /^<\?xml[^>]{0,100}\sencoding\s*=\s*["']([\w.-]+)["']/.exec(
    Buffer.from(start.subarray(0, 200)).toString('latin1'),
  )?.[1];
  // Whose declaration can be read byte by byte, is not encoded in UTF-16.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}

function createDecoder(file: string, encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new CommandError(`${file} is in the unknown encoding ${encoding}: save it in UTF-8`);
  }
}

/** Reads a text file in UTF-8, UTF-16 or the encoding of its XML declaration, without its byte order mark. */
export async function* readText(file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let lines = 1;
  const decode = (decoder: TextDecoder, bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      const remedy = /\.xml$/i.test(file) ? 'in UTF-8' : 'as “CSV UTF-8”';
      throw new CommandError(
        `${file} is not encoded in ${decoder.encoding.toUpperCase()} (after line ${lines}): save it ${remedy}`,
      );
    }
  };
  for await (const bytes of createReadStream(file, { highWaterMark: START_LENGTH })) {
    decoder ??= createDecoder(file, encodingOf(bytes));
    const text = decode(decoder, bytes);
    lines += text.split('\n').length - 1;
    yield text;
  }
  if (decoder) yield decode(decoder);
}

const separators = [',', ';', '\t', '|'];

/** Returns the separator that the first line has most of, outside of quotes. */
function separatorOf(start: string): string {
  const [firstLine = ''] = /^[\r\n]*(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(start) ?? [];
  const plain = firstLine.replace(/"(?:[^"]|"")*"/g, '');
  const counts = separators.map((separator) => plain.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** First line in which Excel reads the separator: `sep=;`. */
const separatorLine = /^"?sep=([^\r\n])"?[,;\t]*(?:\r\n|\n|\r)/i;

export interface Row {
  /** Number of the row's last line in the file. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Yields the rows of a text file with separated cells, the first of which is the header. Rows without text are left out.
 * Throws a CommandError if the file is malformed.
 */
export async function* readRows(file: string): AsyncGenerator<Row> {
  const texts = readText(file);
  const { value: start = '' } = await texts.next();
  const declared = separatorLine.exec(start);
  const body = start.slice(declared?.[0].length ?? 0);
  const before = declared ? 1 : 0;
  const separator = declared?.[1] ?? separatorOf(body);
  const parser = parse({
    delimiter: separator,
    // Named, because one that is guessed from the first line misreads a file with several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Google's tab-separated files don't quote, so that a quote there is an inch.
    relax_quotes: separator === '\t',
    skip_empty_lines: true,
    info: true,
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  const whole = async function* () {
    yield body;
    yield* texts;
  };
  const reading = pipeline(whole, parser);
  // The parser's error is thrown by the loop below. This avoids an unhandled rejection.
  reading.catch(() => undefined);
  // csv-parse 7.0.3 counts a Windows line end within quotes twice.
  let countedTwice = 0;
  const lineOf = (counted: number): number => counted + before - countedTwice;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      for (const cell of record) {
        if (cell.includes('\r\n')) countedTwice += cell.split('\r\n').length - 1;
      }
      if (record.some((cell) => cell.trim() !== '')) {
        yield { line: lineOf(info.lines), cells: record };
      }
    }
    await reading;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const fault = csvFaults[error.code] ?? error.message;
    throw new CommandError(`${file}, line ${lineOf(Number(error.lines))}: ${fault}`);
  }
}

/** Names of a file's columns, as they are written there. Cells to the right of the last name must be empty. */
export const headerOf = ({ cells }: Row): string[] =>
  cells.map((name) => name.trim()).slice(0, cells.findLastIndex((name) => name.trim() !== '') + 1);

const NOT_SEPARATED =
  'has one column only: separate the columns by commas, semicolons or tabs, or name another separator in a first line such as sep=^';

/**
 * Returns a row's cells by column. A spreadsheet may leave out empty cells at the end, and add some. Throws a
 * CommandError if the row has a text to the right of the last column, or ends before a column of `required`.
 */
export function fieldsOf(
  file: string,
  { line, cells }: Row,
  columns: readonly string[],
  required: readonly string[],
): Record<string, string> {
  const isTooLong = cells.slice(columns.length).some((cell) => cell.trim() !== '');
  const isTooShort =
    cells.length < columns.length &&
    required.some((column) => columns.indexOf(column) >= cells.length);
  if (isTooLong || isTooShort) {
    throw new CommandError(`${file}, line ${line}: the number of cells is not that of line 1`);
  }
  const fields: Record<string, string> = {};
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index] ?? '';
    const cell = unescapeFormula(cells[index] ?? '');
    if (column !== '') fields[column] = cell;
    else if (cell.trim() !== '') {
      throw new CommandError(`${file}, line ${line}: a cell is in a column without a name`);
    }
  }
  return fields;
}

/** Yields the records of a .csv file with these columns. Throws a CommandError if the file is malformed. */
export async function* readCsv(
  file: string,
  columns: readonly string[],
  required: readonly string[],
): AsyncGenerator<FileRecord> {
  let header: string[] | undefined;
  for await (const row of readRows(file)) {
    if (header) yield { at: `line ${row.line}`, fields: fieldsOf(file, row, header, required) };
    else header = checkHeader(file, row, columns, required);
  }
}

/** Returns the names of the header's columns in lower case. Throws a CommandError unless they are these columns. */
function checkHeader(
  file: string,
  row: Row,
  columns: readonly string[],
  required: readonly string[],
): string[] {
  const header = headerOf(row).map((name) => name.toLowerCase());
  if (required.length > 1 && header.length === 1 && !columns.includes(header[0] ?? '')) {
    throw new CommandError(`${file} ${NOT_SEPARATED}`);
  }
  const fault = columnFault(header, columns, required);
  if (fault !== undefined) throw new CommandError(`${file}, line ${row.line}: ${fault}`);
  return header;
}

const QUOTE_WITHIN =
  'a quote is in the middle of a cell: write it twice, and put the cell between quotes';

const csvFaults: Partial<Record<CsvError['code'], string>> = {
  CSV_INVALID_CLOSING_QUOTE: QUOTE_WITHIN,
  INVALID_OPENING_QUOTE: QUOTE_WITHIN,
  CSV_MAX_RECORD_SIZE:
    'a record has more than 1,000,000 characters; a closing quote may be missing',
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
};

export type Cell = string | number | boolean;

/** Formats a cell as in RFC 4180. Also quotes a cell with a character that separates cells in other locales. */
function toCell(value: Cell): string {
  const text = typeof value === 'string' ? escapeFormula(value) : String(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a record as a line of a .csv file. */
export const toLine = (values: readonly Cell[]): string => `${values.map(toCell).join(',')}\r\n`;

/**
 * Writes a file, which is moved into place when complete. Throws a CommandError if the database fails while `text` reads
 * it, with `subject` as its subject, or if the file can't be written.
 */
export async function writeWhole(
  file: string,
  subject: string,
  text: AsyncIterable<string>,
  mode = 0o666,
): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    await pipeline(text, createWriteStream(unfinished, { mode }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const isUnread = error instanceof DrizzleQueryError;
    const fault = isUnread ? `${subject} can’t be read` : `${file} can’t be written`;
    throw new CommandError(`${fault}: ${reasonOf(error)}`);
  }
}
