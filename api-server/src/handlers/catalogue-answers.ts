import { sql } from 'drizzle-orm';
import { buildOnce, type Database, type OpenDatabase } from '../database/database.ts';
import { catalogueRevisions, products } from '../database/schema.ts';
import { StoredBody } from '../http/answer.ts';
import { isShown } from '../rows/product-row.ts';

/** What is known of the catalogue when an answer is made. */
interface Known {
  /** Whether a shown product has a style. Without any, lists are read by statements that don't look for siblings. */
  readonly hasStyles: boolean;
}

/** Cached answers that are the same for everybody until the catalogue changes. */
export interface CatalogueAnswers {
  /** Returns the catalogue's current revision; undefined if no product has ever changed. */
  readonly revision: () => Promise<string | undefined>;
  /**
   * Returns the current answer with this key, whose JSON text `make` reads from the database; undefined, which isn't
   * cached, if there is none.
   */
  readonly read: <T extends string | undefined>(
    key: string,
    make: (known: Known) => Promise<T>,
  ) => Promise<StoredBody | Exclude<T, string>>;
}

interface Entry {
  readonly body: Promise<StoredBody | undefined>;
  bytes: number;
}

/** Maximum memory of the cached answers. A single longer answer, such as the list of all products, is cached alone. */
const MAX_BYTES = 32_000_000;

/** Bytes of an entry, its key and its headers. */
const ENTRY_BYTES = 1_000;

/** An answer and its compressed copies, which together are never longer than the answer itself. */
const bytesOf = ({ plain }: StoredBody): number => 2 * plain.length;

/**
 * Caches answers of one catalogue revision in memory. Because any process may change the catalogue, each call reads the
 * revision, a single row, from the database; on an embedded database, only after this process has written something.
 * Concurrent calls share an answer that is being made: the revision that they have read says that it is not older than
 * they are.
 */
export function createCatalogueAnswers(
  { db, writes }: Pick<OpenDatabase, 'db' | 'writes'>,
  maxBytes = MAX_BYTES,
): CatalogueAnswers {
  /** Answers of `revision` by key, least recently used first. */
  const entries = new Map<string, Entry>();
  let revision: string | undefined;
  let bytes = 0;
  const readCurrent = shareCalls(() => readCatalogue(db));
  const findCurrent = writes ? afterWrites(writes, readCurrent) : readCurrent;

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    bytes -= entry.bytes;
  }

  function charge(key: string, entry: Entry, added: number): void {
    if (entries.get(key) !== entry) return;
    entry.bytes += added;
    bytes += added;
    for (const [oldKey, old] of entries) {
      if (bytes <= maxBytes || entries.size === 1) return;
      forget(oldKey, old);
    }
  }

  function add(key: string, make: () => Promise<string | undefined>): Entry {
    const body = make().then((text) => (text === undefined ? undefined : new StoredBody(text)));
    const entry = { body, bytes: 0 };
    entries.set(key, entry);
    charge(key, entry, ENTRY_BYTES + 2 * key.length);
    body.then(
      (made) => (made ? charge(key, entry, bytesOf(made)) : forget(key, entry)),
      () => forget(key, entry),
    );
    return entry;
  }

  async function read(key: string, make: (known: Known) => Promise<string | undefined>) {
    const current = await findCurrent();
    if (current.revision !== revision) {
      entries.clear();
      bytes = 0;
      revision = current.revision;
    }
    const entry = entries.get(key) ?? add(key, () => make(current));
    entries.delete(key);
    entries.set(key, entry);
    return entry.body;
  }
  return {
    read: read as CatalogueAnswers['read'],
    revision: async () => (await findCurrent()).revision,
  };
}

const revisionQuery = buildOnce((db) =>
  db
    .select({
      revision: catalogueRevisions.revision,
      hasStyles: sql<boolean>`exists (${sql`
        select 1 from ${products} where ${products.style} is not null and ${isShown}`})`,
    })
    .from(catalogueRevisions)
    .prepare('readRevision'),
);

/** Reads the catalogue's revision; undefined if no product has changed since the triggers were created. */
async function readCatalogue(db: Database): Promise<Known & { revision: string | undefined }> {
  const [row] = await revisionQuery(db).execute();
  return row ?? { revision: undefined, hasStyles: true };
}

/** Returns a function that repeats the last result of `read` until something was written. */
function afterWrites<T>(writes: () => number, read: () => Promise<T>): () => Promise<T> | T {
  let last: { readonly writes: number; readonly result: T } | undefined;
  return async () => {
    // Counted before reading: a write that comes meanwhile makes the next call read again.
    const now = writes();
    if (last?.writes !== now) last = { writes: now, result: await read() };
    return last.result;
  };
}

/**
 * Returns a function that shares one call of `work` among all callers who have come since the last one began. A call
 * that began earlier may have read what the database contained before a caller came.
 */
function shareCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;
  async function run(): Promise<T> {
    await running?.catch(() => undefined);
    next = undefined;
    const result = work();
    running = result;
    return result;
  }
  return () => {
    next ??= run();
    return next;
  };
}
