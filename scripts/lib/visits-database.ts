import { KEPT_MINUTES, type Minute, type VisitStore } from '@patchwork/release';
import pg from 'pg';

const WRITE_INTERVAL_MS = 1000;

/** Maximum wait for a connection, and for a statement. If the database hangs, stopping takes up to twice their sum. */
const TIMEOUT_MS = 2000;

/** Maximum number of counts that wait for the database, some 10 MB. Further ones are lost. */
const MAX_WAITING = 50_000;

/** Maximum number of counts in a statement. They are lost if its connection breaks. */
const BATCH = 1000;

/** Creates the table. The advisory lock, whose number is arbitrary, lets only one of several servers do so. */
const createTable = `
  select pg_advisory_xact_lock(2719002);
  create table if not exists patchwork_visits (
    minute integer, remote text, version text, pointer text, name text, count integer not null,
    primary key (minute, remote, version, pointer, name)
  )`;

/** Adds counts. Rows are written in the same order everywhere, so that two servers can't deadlock. */
const addCounts = `
  insert into patchwork_visits
  select * from json_to_recordset($1)
    as added (minute integer, remote text, version text, pointer text, name text, count integer)
  order by minute, remote, version, pointer, name
  on conflict (minute, remote, version, pointer, name)
    do update set count = patchwork_visits.count + excluded.count`;

const deleteOld = `
  delete from patchwork_visits where minute <= (extract(epoch from now()) / 60)::integer - ${KEPT_MINUTES}`;

const readMinutes = `
  select minute, remote, version, pointer, json_object_agg(name, count) as counts
  from patchwork_visits where remote = $1 and minute >= $2
  group by minute, remote, version, pointer order by minute`;

/**
 * Reads what identifies a database: the identifier that Postgres generates for a cluster, and the object ids of the
 * database and the table.
 */
const identify = `
  select concat_ws('/', system_identifier, pg_database.oid, 'patchwork_visits'::regclass::oid) as id
  from pg_control_system(), pg_database where datname = current_database()`;

interface Count extends Omit<Minute, 'counts'> {
  readonly name: string;
  readonly count: number;
}

function createBuffer() {
  const counts = new Map<string, Count>();
  return {
    isEmpty: () => counts.size === 0,
    add(added: Count): void {
      const { minute, remote, version, pointer, name, count } = added;
      const key = `${minute} ${remote} ${version} ${pointer} ${name}`;
      const known = counts.get(key);
      if (known || counts.size < MAX_WAITING)
        counts.set(key, { ...added, count: count + (known?.count ?? 0) });
    },
    takeBatch(): readonly Count[] {
      const taken = [...counts].slice(0, BATCH);
      for (const [key] of taken) counts.delete(key);
      return taken.map(([, count]) => count);
    },
  };
}

export interface VisitDatabase extends VisitStore {
  /** Writes the waiting counts, and closes the connections. */
  readonly stop: () => Promise<void>;
}

/**
 * Keeps counts of visits in a Postgres database, where those of several servers add up. They are written every second.
 * While the database is unavailable, they wait in memory. The start and the end of an outage are reported once each.
 */
export function openVisitDatabase(url: string, report = console.error): VisitDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    application_name: 'patchwork-visits',
  });
  // Without listeners, a connection that breaks would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const buffer = createBuffer();
  let hasTable = false;
  let isAway = false;

  async function addWaiting(client: pg.PoolClient): Promise<void> {
    if (!hasTable) await client.query(createTable);
    hasTable = true;
    while (!buffer.isEmpty()) {
      const batch = buffer.takeBatch();
      try {
        await client.query(addCounts, [JSON.stringify(batch)]);
      } catch (error) {
        // A statement that the server refused has added nothing. After a broken connection this is unknown, so the
        // batch is dropped rather than counted twice.
        if (error instanceof pg.DatabaseError) batch.forEach(buffer.add);
        throw error;
      }
    }
    await client.query(deleteOld);
  }

  async function write(): Promise<void> {
    if (hasTable && buffer.isEmpty()) return;
    try {
      const client = await pool.connect();
      await addWaiting(client).then(
        () => client.release(),
        (error) => {
          client.release(true);
          throw error;
        },
      );
      if (isAway) report('The database of VISITS_DATABASE_URL stores visits again');
      isAway = false;
    } catch (error) {
      hasTable = false;
      if (!isAway) {
        // A host with two addresses has an error for each.
        const reason = error instanceof AggregateError ? error.errors.join(', ') : error;
        report(
          `The database of VISITS_DATABASE_URL stores no visits: ${reason}. Up to ${MAX_WAITING} counts wait in memory`,
        );
      }
      isAway = true;
    }
  }

  let timer: NodeJS.Timeout | undefined;
  async function keepWriting(): Promise<void> {
    await write();
    timer = setTimeout(() => {
      writing = keepWriting();
    }, WRITE_INTERVAL_MS).unref();
  }
  let writing = keepWriting();

  return {
    add({ counts, ...labels }) {
      for (const [name, count] of Object.entries(counts)) buffer.add({ ...labels, name, count });
    },
    read: async (remote, since) => (await pool.query<Minute>(readMinutes, [remote, since])).rows,
    identify: async () => (await pool.query<{ id: string }>(identify)).rows[0]?.id ?? '',
    async stop() {
      await writing;
      clearTimeout(timer);
      await write();
      await pool.end();
    },
  };
}
