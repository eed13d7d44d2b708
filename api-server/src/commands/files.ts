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
  const unknown = names.filter((name) => !columns.includes(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (missing.length > 0) return `the column ${missing.join(', ')} is missing`;
  if (unknown.length > 0) return `there is no column ${unknown.join(', ')}`;
  return twice.length > 0 ? `the column ${twice.join(', ')} is there twice` : undefined;
}

/** Maximum size of a record in a .csv file. A longer record can't be a product, and must not fill the memory. */
const MAX_RECORD_BYTES = 1_000_000;

export interface FileRecord {
  /** Position in the file: 'line 7', or 'product 7' in JSON. */
  readonly at: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns the format that a file's extension names. Throws a CommandError unless the extension is .csv or .json. */
export function formatOf(file: string): '.csv' | '.json' {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.csv' || extension === '.json') return extension;
  throw new CommandError(`${file} is neither a .csv nor a .json file`);
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

/** Reads a text file without its byte order mark. */
export async function* readText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new CommandError(
        `${file} is not encoded in UTF-8 (after line ${lines}): save it as “CSV UTF-8”`,
      );
    }
  };
  for await (const bytes of createReadStream(file)) {
    const text = decode(bytes);
    lines += text.split('\n').length - 1;
    yield text;
  }
  yield decode();
}

/** Yields the records of a .csv file with these columns. Throws a CommandError if the file is malformed. */
export async function* readCsv(
  file: string,
  columns: readonly string[],
  required: readonly string[],
): AsyncGenerator<FileRecord> {
  const readHeader = (cells: string[]): string[] => {
    const names = cells.map((name) => name.trim().toLowerCase());
    const fault = columnFault(names, columns, required);
    if (fault !== undefined) throw new CommandError(`${file}, line 1: ${fault}`);
    return names;
  };
  const parser = parse({
    columns: readHeader,
    info: true,
    max_record_size: MAX_RECORD_BYTES,
    skip_empty_lines: true,
  });
  const reading = pipeline(readText(file), parser);
  // The parser's error is thrown by the loop below. This avoids an unhandled rejection.
  reading.catch(() => undefined);
  try {
    for await (const { record, info } of parser) {
      // Not by the parser’s `cast`, which collects information for each cell: that took a third of an import’s time.
      for (const name in record) record[name] = unescapeFormula(record[name]);
      yield { at: `line ${info.lines}`, fields: record };
    }
    await reading;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const fault = csvFaults[error.code] ?? error.message;
    throw new CommandError(`${file}, line ${error.lines}: ${fault}`);
  }
}

const csvFaults: Partial<Record<CsvError['code'], string>> = {
  CSV_MAX_RECORD_SIZE:
    'a record has more than 1,000,000 characters; a closing quote may be missing',
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'the number of cells is not that of line 1',
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
