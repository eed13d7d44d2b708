import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type Database, databaseFailure } from '../database/database.ts';
import { products } from '../database/schema.ts';
import { seedCategories } from '../rows/seed.ts';
import type { Settings } from '../settings.ts';
import { CommandError, reasonOf } from './files.ts';
import { IdKeys } from './id-keys.ts';
import { FileNotes, type FileReport } from './merchant/file-notes.ts';
import { readCatalogueFile } from './read-catalogue-file.ts';
import {
  BATCH_SIZE,
  findHeld,
  findStocks,
  heldFaults,
  lastPosition,
  type Numbered,
  othersUpTo,
  removeBatch,
  tidyProducts,
  type WriteOptions,
  writeBatch,
} from './write-products.ts';

const ATTEMPTS = 60;
const PAUSE_MS = 500;

/** Maximum number of faults to list. A mistake of the program that wrote the file repeats in every line. */
const MAX_FAULTS = 20;

interface ImportOptions extends WriteOptions {
  readonly dryRun: boolean;
  /** Called with the number of products checked so far, then with the number written. */
  readonly onProgress?: (step: 'checked' | 'written', count: number) => void;
}

export interface ImportResult {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Number of products whose stock differs from the file's and was left unchanged. */
  readonly stocksLeftAlone: number;
  readonly dryRun: boolean;
  /** What became of a merchant's file; undefined for a file in our own columns. */
  readonly file?: FileReport | undefined;
}

/**
 * Adds the file's products to the catalogue and updates existing ones, by id. A faulty file changes nothing; the
 * CommandError lists its faults. Writes in short transactions, so that checkouts continue. If an import stops midway,
 * it throws a CommandError; running it again completes it.
 */
export async function importCatalogue(
  db: Database,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const { keys, ...counts } = await orNothing(() => check(db, file, options));
  const result = { ...counts, dryRun: options.dryRun };
  if (options.dryRun) return result;
  let written = 0;
  let removed = 0;
  try {
    await seedCategories(db);
    const last = await lastPosition(db);
    for await (const batch of inBatches(readAgain(file, keys), BATCH_SIZE)) {
      await untilFree(() => writeBatch(db, batch, options));
      written += batch.length;
      options.onProgress?.('written', written);
    }
    if (options.replace) {
      for await (const batch of othersUpTo(db, last)) {
        await untilFree(() => removeBatch(db, batch));
        removed += batch.length;
      }
    }
  } catch (error) {
    throw new CommandError(
      `The import stopped when ${written} of ${keys.length} products were written. Run it again to complete it`,
      [reasonOf(error)],
    );
  }
  await tidyProducts(db);
  return { ...result, removed };
}

/** Runs work that writes nothing. A database that fails becomes a CommandError that says so. */
async function orNothing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (databaseFailure(error) === undefined) throw error;
    throw new CommandError(
      'Nothing was imported: the database did not answer. Run the import again',
      [reasonOf(error)],
    );
  }
}

async function* inBatches<T>(
  items: AsyncIterable<T> | Iterable<T>,
  size: number,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Runs `work`. If a lock or an overloaded database makes it fail, runs it again, at most ATTEMPTS times in all. */
async function untilFree(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || databaseFailure(error) !== 'busy') throw error;
      await wait(PAUSE_MS);
    }
  }
}

/** Reads the file again for the ids that it has more than once. */
async function repeatedFaults(file: string, keys: IdKeys): Promise<string[]> {
  const mayRepeat = keys.repeated();
  if (!mayRepeat) return [];
  const faults: string[] = [];
  const places = new Map<string, string>();
  for await (const { id, at } of readIds(file)) {
    if (!mayRepeat(id)) continue;
    const earlier = places.get(id);
    places.set(id, at);
    if (earlier !== undefined) faults.push(`${at}: the id ${id} is also used in ${earlier}`);
    if (faults.length >= MAX_FAULTS) break;
  }
  return faults;
}

async function* readIds(file: string) {
  for await (const { at, record } of readCatalogueFile(file)) {
    if (!Array.isArray(record)) yield { at, id: record.product.id };
  }
}

/** Reads the whole file and plans the import. Throws a CommandError that lists the file's faults. */
async function check(db: Database, file: string, { replace, setStock, onProgress }: ImportOptions) {
  const faults: string[] = [];
  const keys = new IdKeys();
  const notes = new FileNotes();
  const heldOthers = replace ? await findHeld(db) : new Set<string>();

  async function* readValid(): AsyncGenerator<Numbered> {
    for await (const { at, record } of readCatalogueFile(file, notes)) {
      if (Array.isArray(record)) faults.push(...record.map((message) => `${at}: ${message}`));
      else {
        const { id } = record.product;
        keys.add(id);
        heldOthers.delete(id);
        yield { ...record, at };
      }
      if (faults.length >= MAX_FAULTS) return;
    }
  }

  const counts = { added: 0, changed: 0, stocksLeftAlone: 0 };
  for await (const batch of inBatches(readValid(), BATCH_SIZE)) {
    const known = await findStocks(db, batch);
    counts.changed += known.size;
    counts.added += batch.length - known.size;
    if (setStock) faults.push(...heldFaults(batch, known));
    else {
      counts.stocksLeftAlone += batch.filter(({ product, stock }) => {
        const row = known.get(product.id);
        return row !== undefined && stock !== undefined && stock !== row.stock;
      }).length;
    }
    onProgress?.('checked', keys.length);
  }
  if (faults.length < MAX_FAULTS) faults.push(...(await repeatedFaults(file, keys)));
  if (faults.length > 0) {
    throw new CommandError(`Nothing was imported: ${file} has faults`, faults.slice(0, MAX_FAULTS));
  }
  const report = notes.report();
  if (keys.length === 0) {
    throw new CommandError(
      `Nothing was imported: ${file} has no product`,
      report?.productsLeftOut.slice(0, MAX_FAULTS).map(({ at, why }) => `${at}: ${why}`),
    );
  }
  const [held] = heldOthers;
  if (held !== undefined) {
    throw new CommandError(
      `Nothing was imported: ${held} is in an open checkout, but not in the file. Try again in 15 minutes`,
    );
  }
  const removed = replace ? (await db.$count(products)) - counts.changed : 0;
  return { ...counts, removed, keys, ...(report && { file: report }) };
}

/** Reads the file again. Throws a CommandError at a record that was not there, with this id, when it was checked. */
async function* readAgain(file: string, keys: IdKeys): AsyncGenerator<Numbered> {
  let index = 0;
  for await (const { at, record } of readCatalogueFile(file)) {
    if (Array.isArray(record) || !keys.isAt(index, record.product.id)) {
      throw new CommandError(`${file} was changed during the import`);
    }
    yield { ...record, at };
    index += 1;
  }
}

/** Key of the lock for imports, an arbitrary number that nothing else in the database uses. */
const IMPORT_LOCK = 2_719_002;

/**
 * Runs an import. Throws a CommandError if another process is importing into the same database. The lock belongs to a
 * separate connection, so a killed process leaves no lock behind. An embedded database (one process) needs no lock.
 */
export async function whileNoOtherImports<T>(
  database: Settings['database'],
  work: () => Promise<T>,
): Promise<T> {
  if (database.kind !== 'postgres') return work();
  const client = new pg.Client({ connectionString: database.url, keepAlive: true });
  // If this connection breaks, the import's does too, and the import reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [IMPORT_LOCK]);
    if (!rows[0]?.locked) {
      throw new CommandError('Nothing was imported: another import is running. Try again later');
    }
    return await work();
  } finally {
    await client.end();
  }
}
