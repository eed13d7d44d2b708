import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { getTableColumns, is, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import * as schema from '../database/schema.ts';
import { CommandError } from './files.ts';

/*
 * All data of a shop in a file, for another database: of another major version of Postgres, or on a server. The first line
 * names the format, each other line has a table's name and a row as Postgres writes it. The rows never become values of
 * JavaScript, which would round times and large numbers.
 */

const FORMAT = 'patchwork-dump-1';
const BATCH_SIZE = 200;

/** All tables but those that restoring the products fills. Each follows those that it refers to. */
const derived: ReadonlySet<PgTable> = new Set([schema.catalogueRevisions, schema.titleWords]);

function tablesInOrder(): PgTable[] {
  const ordered = new Set<PgTable>();
  function add(table: PgTable): void {
    for (const key of getTableConfig(table).foreignKeys) add(key.reference().foreignTable);
    ordered.add(table);
  }
  for (const table of Object.values(schema)) {
    if (is(table, PgTable) && !derived.has(table)) add(table);
  }
  return [...ordered];
}

const nameOf = (table: PgTable): string => getTableConfig(table).name;

async function rowsOf<T>(db: Database, statement: SQL): Promise<readonly T[]> {
  return ((await db.execute(statement)) as unknown as { readonly rows: readonly T[] }).rows;
}

/** Yields the file's lines, as one snapshot of the database. */
async function* readLines(tx: Database): AsyncGenerator<string> {
  yield `${JSON.stringify(FORMAT)}\n`;
  for (const table of tablesInOrder()) {
    await tx.execute(
      sql`declare dumped cursor for select row_to_json(t)::text as row from ${table} t`,
    );
    for (;;) {
      const rows = await rowsOf<{ row: string }>(tx, sql.raw(`fetch ${BATCH_SIZE} from dumped`));
      if (rows.length === 0) break;
      for (const { row } of rows) yield `["${nameOf(table)}",${row}]\n`;
    }
    await tx.execute(sql`close dumped`);
  }
}

/**
 * Writes all data to a file that only this user can read, because it contains secrets and personal data. The file is moved
 * into place when complete. Returns the number of rows. Throws a CommandError if the file can't be written.
 */
export async function dumpDatabase(db: Database, file: string): Promise<number> {
  const unfinished = `${file}.unfinished`;
  try {
    const output = (await open(unfinished, 'w', 0o600)).createWriteStream();
    let lines = 0;
    await db.transaction(
      async (tx) => {
        for await (const line of readLines(tx)) {
          if (!output.write(line)) await once(output, 'drain');
          lines += 1;
        }
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
    output.end();
    await once(output, 'close');
    await rename(unfinished, file);
    return lines - 1;
  } catch (error) {
    await rm(unfinished, { force: true });
    const code = Reflect.get(Object(error), 'code');
    const isOfFile = Reflect.get(Object(error), 'path') !== undefined;
    throw isOfFile ? new CommandError(`${file} can’t be written (${code})`) : error;
  }
}

interface Batch {
  readonly table: PgTable;
  /** Rows as JSON. */
  readonly rows: string[];
}

/** Yields batches of rows of one table. Throws a CommandError for a line that no dump has. */
async function* readBatches(file: string): AsyncGenerator<Batch> {
  const tables = new Map(tablesInOrder().map((table) => [nameOf(table), table]));
  let batch: Batch | undefined;
  let at = 0;
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Infinity,
  })) {
    at += 1;
    if (at === 1) {
      if (line !== JSON.stringify(FORMAT))
        throw new CommandError(`${file} was not written by dump`);
      continue;
    }
    const [, name, row] = /^\["(\w+)",(\{.*\})\]$/.exec(line) ?? [];
    const table = tables.get(name ?? '');
    if (!table || row === undefined) {
      throw new CommandError(
        `${file}, line ${at}: this version of the program has no such table. Nothing was restored`,
      );
    }
    if (batch && (batch.table !== table || batch.rows.length === BATCH_SIZE)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { table, rows: [] };
    batch.rows.push(row);
  }
  if (at === 0) throw new CommandError(`${file} is empty`);
  if (batch) yield batch;
}

/** Adds rows. A column that the rows lack, because it is new, gets its default. */
async function addRows(tx: Database, { table, rows }: Batch): Promise<void> {
  const known = new Set(Object.values(getTableColumns(table)).map(({ name }) => name));
  const names = Object.keys(JSON.parse(rows[0] ?? '{}'));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new CommandError(
      `This version of the program has no column ${unknown} in ${nameOf(table)}. Nothing was restored: restore with an older version first`,
    );
  }
  const columns = sql.raw(names.map((name) => `"${name}"`).join(', '));
  await tx.execute(sql`
    insert into ${table} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${table}, ${`[${rows.join(',')}]`}::jsonb)`);
}

/** Lets a table's next positions follow those that were restored. */
async function continuePositions(tx: Database, table: PgTable): Promise<void> {
  for (const { name, generatedIdentity } of Object.values(getTableColumns(table))) {
    if (!generatedIdentity) continue;
    await tx.execute(sql`
      select setval(pg_get_serial_sequence(${nameOf(table)}, ${name}), max(${sql.identifier(name)}))
      from ${table} having max(${sql.identifier(name)}) is not null`);
  }
}

async function requireEmpty(tx: Database, tables: readonly PgTable[]): Promise<void> {
  for (const table of tables) {
    if ((await rowsOf(tx, sql`select 1 from ${table} limit 1`)).length === 0) continue;
    throw new CommandError(
      `Nothing was restored: the database is not empty (${nameOf(table)}). Choose an empty one (PATCHWORK_DATA or DATABASE_URL)`,
    );
  }
}

/**
 * Restores all data of a file into an empty database, all of it or nothing. Returns the number of rows. Throws a
 * CommandError if the database is not empty, or the file can't be read or is no dump.
 */
export async function restoreDatabase(db: Database, file: string): Promise<number> {
  const tables = tablesInOrder();
  try {
    return await db.transaction(async (tx) => {
      await requireEmpty(tx, tables);
      let rows = 0;
      for await (const batch of readBatches(file)) {
        await addRows(tx, batch);
        rows += batch.rows.length;
      }
      for (const table of tables) await continuePositions(tx, table);
      return rows;
    });
  } catch (error) {
    const { path, code } = Object(error);
    throw path === undefined ? error : new CommandError(`${file} can’t be read (${code})`);
  }
}
