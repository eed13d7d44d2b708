import { setTimeout as wait } from 'node:timers/promises';
import { asc, getTableColumns, gt, inArray, lte, max, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { type Database, databaseFailure } from '../database/database.ts';
import { products } from '../database/schema.ts';
import { fromProduct } from '../rows/product-row.ts';
import { seedCategories } from '../rows/seed.ts';
import type { Settings } from '../settings.ts';
import { type CatalogueRecord, readCatalogueFile, readRecord } from './catalogue-file.ts';
import { CommandError, reasonOf } from './files.ts';
import { IdKeys } from './id-keys.ts';

/** Number of products per transaction. Checkouts of these products wait until the transaction ends. */
const BATCH_SIZE = 200;

/** Maximum wait of a batch for a locked product. After that, the batch releases its locks and is retried. */
const LOCK_TIMEOUT = '1s';
const ATTEMPTS = 60;
const PAUSE_MS = 500;

/** Maximum number of faults to list. A mistake of the program that wrote the file repeats in every line. */
const MAX_FAULTS = 20;

interface ImportOptions {
  readonly dryRun: boolean;
  /** Whether to remove products that aren't in the file. */
  readonly replace: boolean;
  /** Whether to set the stock of existing products. New products always get the file's stock. */
  readonly setStock: boolean;
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
}

interface Numbered extends CatalogueRecord {
  readonly at: string;
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
      await untilFree(() => write(db, batch, options));
      written += batch.length;
      options.onProgress?.('written', written);
    }
    if (options.replace) {
      for await (const batch of othersUpTo(db, last)) {
        await untilFree(() => remove(db, batch));
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

/** Condition for products with these ids. A parameter for each would make long statements, which are slow to build. */
const isOneOf = (ids: readonly string[]): SQL =>
  sql`${products.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** Locks products until the end of the transaction, and returns their current stock. */
async function lockBatch(tx: Database, ids: readonly string[]): Promise<Stock[]> {
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`));
  // In the same order as checkouts, so that the two can't deadlock.
  return tx
    .select(stockColumns)
    .from(products)
    .where(isOneOf(ids))
    .orderBy(asc(products.id))
    .for('update');
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
  for await (const { at, fields } of readCatalogueFile(file)) {
    const record = readRecord(fields);
    if (!Array.isArray(record)) yield { at, id: record.product.id };
  }
}

/** Reads the whole file and plans the import. Throws a CommandError that lists the file's faults. */
async function check(db: Database, file: string, { replace, setStock, onProgress }: ImportOptions) {
  const faults: string[] = [];
  const keys = new IdKeys();
  const heldOthers = replace ? await findHeld(db) : new Set<string>();

  async function* readValid(): AsyncGenerator<Numbered> {
    for await (const { at, fields } of readCatalogueFile(file)) {
      const record = readRecord(fields);
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
  if (keys.length === 0) throw new CommandError(`Nothing was imported: ${file} has no product`);
  const [held] = heldOthers;
  if (held !== undefined) {
    throw new CommandError(
      `Nothing was imported: ${held} is in an open checkout, but not in the file. Try again in 15 minutes`,
    );
  }
  const removed = replace ? (await db.$count(products)) - counts.changed : 0;
  return { ...counts, removed, keys };
}

/** Returns the ids of the products in open checkouts. */
async function findHeld(db: Database): Promise<Set<string>> {
  const rows = await db.select({ id: products.id }).from(products).where(gt(products.held, 0));
  return new Set(rows.map(({ id }) => id));
}

interface Stock {
  readonly id: string;
  readonly stock: number;
  readonly held: number;
}

const stockColumns = { id: products.id, stock: products.stock, held: products.held };

async function findStocks(
  db: Database,
  batch: readonly Numbered[],
): Promise<ReadonlyMap<string, Stock>> {
  const ids = batch.map(({ product }) => product.id);
  const rows = await db.select(stockColumns).from(products).where(isOneOf(ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns a fault for each record with less stock than open checkouts reserve. The stock includes reserved pieces. */
const heldFaults = (batch: readonly Numbered[], known: ReadonlyMap<string, Stock>): string[] =>
  batch.flatMap(({ at, product, stock }) => {
    const held = known.get(product.id)?.held ?? 0;
    return stock !== undefined && stock < held
      ? `${at}: stock is ${stock}, but open checkouts reserve ${held}`
      : [];
  });

async function lastPosition(db: Database): Promise<number> {
  const [row] = await db.select({ last: max(products.position) }).from(products);
  return row?.last ?? -1;
}

/**
 * Yields the ids of the products that `replace` removes, in batches: those with a position up to the last one before
 * the import. The products in the file have got new positions.
 */
async function* othersUpTo(db: Database, last: number): AsyncGenerator<string[]> {
  for (;;) {
    const rows = await db
      .select({ id: products.id })
      .from(products)
      .where(lte(products.position, last))
      .orderBy(asc(products.position))
      .limit(BATCH_SIZE);
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
  }
}

/** Reads the file again. Throws a CommandError at a record that was not there, with this id, when it was checked. */
async function* readAgain(file: string, keys: IdKeys): AsyncGenerator<Numbered> {
  let index = 0;
  for await (const { at, fields } of readCatalogueFile(file)) {
    const record = readRecord(fields);
    if (Array.isArray(record) || !keys.isAt(index, record.product.id)) {
      throw new CommandError(`${file} was changed during the import`);
    }
    yield { ...record, at };
    index += 1;
  }
}

/** Columns that an import always sets in existing products, even if the file lacks them. */
const {
  id: _id,
  position: _position,
  held: _held,
  stock: _stock,
  isHidden: _isHidden,
  ...changedColumns
} = getTableColumns(products);

const names = (columns: readonly PgColumn[]): SQL =>
  sql.raw(columns.map(({ name }) => `"${name}"`).join(', '));

const addedColumns = [products.id, products.stock, ...Object.values(changedColumns)];

/** Product as a row of the table, by the names of its columns. */
function toRow({ product, stock }: Numbered): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = fromProduct(product);
  const changed = Object.entries(changedColumns).map(([key, { name }]) => [name, values[key]]);
  return { ...Object.fromEntries(changed), id: product.id, stock };
}

/** Writes a batch. Existing products keep their position, except with `replace`, which gives them the file's order. */
const write = (
  db: Database,
  batch: readonly Numbered[],
  { replace, setStock }: ImportOptions,
): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = await lockBatch(
      tx,
      batch.map(({ product }) => product.id),
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    const [fault] = setStock ? heldFaults(batch, known) : [];
    if (fault !== undefined) throw new CommandError(fault);
    const given = batch.map((record) =>
      toRow({ ...record, stock: record.stock ?? known.get(record.product.id)?.stock ?? 0 }),
    );
    const set = [
      ...Object.values(changedColumns).map(({ name }) => `"${name}" = excluded."${name}"`),
      ...(setStock ? ['stock = excluded.stock'] : []),
      ...(replace ? ['position = default'] : []),
    ];
    // One parameter for all rows: Drizzle takes longer to build a statement with one for each value than all the rest.
    await tx.execute(sql`
      insert into ${products} (${names(addedColumns)})
      select ${names(addedColumns)}
      from jsonb_populate_recordset(null::products, ${JSON.stringify(given)}::jsonb) with ordinality
      order by ordinality
      on conflict (id) do update set ${sql.raw(set.join(', '))}`);
  });

const remove = (db: Database, ids: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const held = (await lockBatch(tx, ids)).find((row) => row.held > 0);
    if (held) {
      throw new CommandError(
        `${held.id} is in an open checkout, but not in the file: try again in 15 minutes`,
      );
    }
    await tx.delete(products).where(inArray(products.id, [...ids]));
  });

/**
 * Vacuums and analyzes the products after many writes. Until then, searches scan the list of all new titles, and the
 * query planner has no statistics. A server would do so by itself later, but an embedded database's import ends before.
 */
async function tidyProducts(db: Database): Promise<void> {
  try {
    await db.execute(sql`vacuum (analyze) ${products}`);
  } catch {
    // After a timeout, the server does it by itself later.
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
