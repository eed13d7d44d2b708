import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { CommandError } from '../commands/command-error.ts';
import { columnFault } from './catalogue-record.ts';
import { unescapeFormula } from './formula.ts';

/** Longer ones are not products; reading one must not fill the memory. */
const MAX_RECORD_BYTES = 1_000_000;

/** A JSON file is read at once. */
const MAX_JSON_BYTES = 200_000_000;

/** A record of the file as it is written there. */
export interface FileRecord {
  /** 'line 7', or 'product 7' of a JSON file. */
  readonly at: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Throws a CommandError for a file of another format. */
export function formatOf(file: string): '.csv' | '.json' {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.csv' || extension === '.json') return extension;
  throw new CommandError(`${file} is neither a .csv nor a .json file`);
}

/** The records of a .csv or .json file, one by one. Throws a CommandError for a file that can't be read. */
export async function* readCatalogueFile(file: string): AsyncGenerator<FileRecord> {
  const format = formatOf(file);
  const size = await sizeOf(file);
  if (size === 0) throw new CommandError(`${file} is empty`);
  yield* format === '.csv' ? readCsv(file) : readJson(file, size);
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch {
    // Answered below.
  }
  throw new CommandError(`There is no file ${file}`);
}

const notUtf8 = (file: string, where: string) =>
  new CommandError(`${file} is not written in UTF-8 (${where}): save it as “CSV UTF-8”`);

/** The text of a file, without a byte order mark. */
async function* readText(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw notUtf8(file, `after line ${lines}`);
    }
  };
  for await (const bytes of createReadStream(file)) {
    const text = decode(bytes);
    lines += text.split('\n').length - 1;
    yield text;
  }
  yield decode();
}

function readHeader(file: string, names: string[]): string[] {
  const trimmed = names.map((name) => name.trim().toLowerCase());
  const fault = columnFault(trimmed);
  if (fault !== undefined) throw new CommandError(`${file}, line 1: ${fault}`);
  return trimmed;
}

async function* readCsv(file: string): AsyncGenerator<FileRecord> {
  const parser = parse({
    columns: (names: string[]) => readHeader(file, names),
    info: true,
    max_record_size: MAX_RECORD_BYTES,
    skip_empty_lines: true,
    cast: unescapeFormula,
  });
  const reading = pipeline(readText(file), parser);
  // Its error arrives by the parser too.
  reading.catch(() => undefined);
  try {
    for await (const { record, info } of parser) {
      yield { at: `line ${info.lines}`, fields: record };
    }
    await reading;
  } catch (error) {
    if (error instanceof CsvError) throw csvFault(file, error);
    throw error;
  }
}

function csvFault(file: string, error: CsvError): CommandError {
  const at = `${file}, line ${error.lines}`;
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return new CommandError(
        `${at}: a product has more than 1,000,000 characters; a closing quote may be missing`,
      );
    case 'CSV_QUOTE_NOT_CLOSED':
      return new CommandError(`${at}: a quote is opened and never closed`);
    case 'CSV_RECORD_INCONSISTENT_COLUMNS':
      return new CommandError(`${at}: the number of cells is not that of line 1`);
    default:
      return new CommandError(`${at}: ${error.message}`);
  }
}

async function* readJson(file: string, size: number): AsyncGenerator<FileRecord> {
  if (size > MAX_JSON_BYTES) {
    throw new CommandError(`${file} is larger than 200 MB: import it as a .csv file`);
  }
  const document = parseJson(file, await readFile(file));
  if (!Array.isArray(document)) throw new CommandError(`${file} is not a list of products`);
  for (const [index, entry] of document.entries()) {
    const at = `product ${index + 1}`;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      throw new CommandError(`${file}, ${at}: it is not an object`);
    }
    const fault = columnFault(Object.keys(entry));
    if (fault !== undefined) throw new CommandError(`${file}, ${at}: ${fault}`);
    yield { at, fields: entry };
  }
}

function parseJson(file: string, bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(file, 'somewhere in it');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(
      `${file} is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}
