import type { Metrics, Sample } from '@patchwork/metrics';
import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase, PoolUse } from './database/database.ts';
import { checkouts } from './database/schema.ts';

/** Time for which counts from the database are kept: any number of scrapes costs it one query in this time. */
const FRESH_MS = 5_000;

/** Time that a scrape waits for the database; Prometheus gives a scrape up after ten seconds. */
const DEADLINE_MS = 1_000;

interface Counts {
  readonly open: number;
  readonly due: number;
  readonly oldestSeconds: number;
}

/** Reads the counts. Both conditions are those of partial indexes. The age is by the database's clock. */
async function readCounts(db: Database): Promise<Counts> {
  const isDue = sql`${checkouts.status} = 'closed' and ${checkouts.paymentId} is not null and ${checkouts.refundedAt} is null`;
  const [row] = await db
    .select({
      open: sql<string>`(select count(*) from ${checkouts} where ${checkouts.status} = 'open')`,
      due: sql<string>`count(*)`,
      oldest: sql<string>`coalesce(extract(epoch from now() - min(${checkouts.openedAt})), 0)`,
    })
    .from(checkouts)
    .where(isDue);
  if (!row) throw new Error('An aggregate without a row');
  return { open: Number(row.open), due: Number(row.due), oldestSeconds: Number(row.oldest) };
}

/**
 * Returns a function that gives the counts, and reads them again when they are old; undefined while the database does
 * not answer in time.
 */
function keepCounts(db: Database): () => Promise<Counts | undefined> {
  let counts: Counts | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      counts = await readCounts(db);
    } catch {
      counts = undefined;
    }
    readAt = performance.now();
    reading = undefined;
  }

  return async () => {
    // Queries come one at a time: scrapes must not pile up in the pool.
    if (performance.now() - readAt >= FRESH_MS) reading ??= read();
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, DEADLINE_MS).unref());
    await Promise.race([reading, deadline]);
    return reading ? undefined : counts;
  };
}

/** Adds the metrics of the database and its connections. A database that can't be reached is reported, too. */
export function measureDatabase(
  metrics: Metrics,
  db: Database,
  pools: OpenDatabase['pools'] = {},
): void {
  const counts = keepCounts(db);
  const ofCounts: readonly [name: string, help: string, field: keyof Counts][] = [
    ['patchwork_checkouts_open', 'Checkouts that hold stock.', 'open'],
    ['patchwork_refunds_due', 'Payments that are to be given back.', 'due'],
    [
      'patchwork_refunds_due_oldest_seconds',
      'Age of the oldest checkout whose payment is to be given back.',
      'oldestSeconds',
    ],
  ];
  const ofPools: readonly [name: string, help: string, field: keyof PoolUse][] = [
    ['patchwork_pool_connections', 'Open connections.', 'totalCount'],
    ['patchwork_pool_idle', 'Open connections that no one uses.', 'idleCount'],
    ['patchwork_pool_waiting', 'Callers that wait for a connection.', 'waitingCount'],
  ];
  metrics.gauge({
    name: 'patchwork_database_up',
    help: '1 if the database answered within a second.',
    read: async () => [{ value: (await counts()) ? 1 : 0 }],
  });
  for (const [name, help, field] of ofCounts) {
    const read = async () => {
      const known = await counts();
      return known ? [{ value: known[field] }] : [];
    };
    metrics.gauge({ name, help, read });
  }
  for (const [name, help, field] of ofPools) {
    const read = () =>
      Object.entries(pools).map(([pool, use]): Sample => ({ labels: { pool }, value: use[field] }));
    metrics.gauge({ name, help, labels: ['pool'], read });
  }
}
