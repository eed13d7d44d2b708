import { setTimeout as wait } from 'node:timers/promises';
import type { PGliteInterface } from '@electric-sql/pglite';
import type { Logger } from 'pino';

/*
 * The work that a Postgres server leaves to its background processes. PGlite has none, although it says that autovacuum
 * is on: without this work, its write-ahead log (WAL) and its tables grow for ever, and the planner has no statistics.
 * Each statement blocks the whole process, so the tables are tidied one by one, in moments without other statements.
 */

/** Last use of an embedded database. */
export interface Activity {
  /** Time of the last statement, by `performance.now()`. */
  usedAt: number;
}

/** Time without a statement after which the database counts as idle. */
const IDLE_MS = 200;

/** Maximum wait for an idle moment. After that, the work is done anyway. */
const MAX_WAIT_MS = 60_000;

/** Interval between two looks at the WAL's size. Tables are looked at less often. */
const WAL_INTERVAL_MS = 1_000;
const TABLES_INTERVAL_MS = 60_000;

/**
 * Size of the WAL since the last checkpoint from which a checkpoint is made: in an idle moment, or at once. A start after
 * a kill repeats this WAL: 64 MB take 0.6 seconds of processor time.
 */
const CHECKPOINT_BYTES = 4 * 2 ** 20;
const MAX_WAL_BYTES = 16 * 2 ** 20;

/** Duration of a step from which it is logged without debugging. */
const LONG_STEP_MS = 100;

/** Parameters with which the database starts. The WAL is deleted at a checkpoint, not kept for reuse (up to 1 GB). */
export const walParameters: readonly string[] = [
  '-c',
  'wal_recycle=off',
  '-c',
  'min_wal_size=32MB',
  '-c',
  'max_wal_size=32MB',
];

interface Maintained {
  readonly client: Pick<PGliteInterface, 'query' | 'exec'>;
  readonly activity: Activity;
  readonly log?: Logger | undefined;
}

const isIdle = ({ usedAt }: Activity): boolean => performance.now() - usedAt >= IDLE_MS;

async function untilIdle(activity: Activity, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS;
  while (!isIdle(activity) && performance.now() < deadline) {
    await wait(IDLE_MS / 4, undefined, { ref: false, ...(signal && { signal }) });
  }
}

/** Runs a statement that may take long. */
async function runStep({ client, log }: Maintained, statement: string): Promise<void> {
  const start = performance.now();
  await client.exec(statement);
  const ms = Math.round(performance.now() - start);
  const level = ms >= LONG_STEP_MS ? 'info' : 'debug';
  log?.[level]({ statement, ms }, 'The embedded database was maintained');
}

const walSize = `
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;

/** Makes a checkpoint if the WAL has grown since the last one. */
export async function shortenWal(maintained: Maintained): Promise<void> {
  const { rows } = await maintained.client.query<{ bytes: number }>(walSize);
  const bytes = rows[0]?.bytes ?? 0;
  if (bytes < CHECKPOINT_BYTES) return;
  // The look itself was a statement, so idleness is measured from here.
  if (bytes < MAX_WAL_BYTES) await wait(IDLE_MS, undefined, { ref: false });
  if (bytes < MAX_WAL_BYTES && !isIdle(maintained.activity)) return;
  await runStep(maintained, 'checkpoint');
}

/**
 * Statement that lists the tables to tidy by the rules and settings of autovacuum, and those that were never tidied since
 * the counts began: they begin anew after a kill.
 */
const dueTables = `
  select format('%I.%I', schemaname, relname) as name,
    n_dead_tup > setting('autovacuum_vacuum_threshold') + setting('autovacuum_vacuum_scale_factor') * size
      or n_ins_since_vacuum > setting('autovacuum_vacuum_insert_threshold') + setting('autovacuum_vacuum_insert_scale_factor') * size
      or (is_own and last_vacuum is null) as vacuum,
    is_analyzed and (
      n_mod_since_analyze > setting('autovacuum_analyze_threshold') + setting('autovacuum_analyze_scale_factor') * size
      or (is_own and last_analyze is null)) as analyze
  from (
    select *, greatest(reltuples, 0) as size, schemaname <> 'pg_toast' as is_analyzed,
      schemaname not in ('pg_catalog', 'pg_toast', 'information_schema') as is_own
    from pg_stat_all_tables as counts join (select oid, reltuples from pg_class where relkind in ('r', 't')) as tables on oid = relid
  ) as counted
  order by n_dead_tup desc`.replace(/setting\(('\w+')\)/g, 'current_setting($1)::float8');

interface DueTable {
  readonly name: string;
  readonly vacuum: boolean;
  readonly analyze: boolean;
}

/** Vacuums and analyzes the tables that have changed, each in an idle moment of its own. */
export async function tidyTables(maintained: Maintained, signal?: AbortSignal): Promise<void> {
  const { client, activity } = maintained;
  await untilIdle(activity, signal);
  // Without it, the counts lack the last second's changes: a timer that PGlite lacks would add them.
  await client.exec('select pg_stat_force_next_flush()');
  const { rows } = await client.query<DueTable>(dueTables);
  for (const { name, vacuum, analyze } of rows) {
    for (const statement of [
      ...(vacuum ? [`vacuum ${name}`] : []),
      ...(analyze ? [`analyze ${name}`] : []),
    ]) {
      await untilIdle(activity, signal);
      await runStep(maintained, statement);
    }
  }
}

/** Maintains an embedded database until the returned function is called. */
export function startMaintenance(maintained: Maintained): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function repeat(work: () => Promise<void>, intervalMs: number): Promise<void> {
    let pauseMs = intervalMs;
    while (!signal.aborted) {
      await wait(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await work();
        pauseMs = intervalMs;
      } catch (error) {
        if (signal.aborted) return;
        maintained.log?.warn(
          { err: error },
          'The embedded database could not be maintained; it is tried again in a minute',
        );
        pauseMs = TABLES_INTERVAL_MS;
      }
    }
  }
  const running = Promise.all([
    repeat(() => shortenWal(maintained), WAL_INTERVAL_MS),
    repeat(() => tidyTables(maintained, signal), TABLES_INTERVAL_MS),
  ]);
  return async () => {
    stopping.abort();
    await running;
  };
}
