import type { Metrics, Sample } from '@patchwork/release/metrics';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, OpenDatabase, PoolUse } from './database.ts';
import { isWaiting } from './expressions.ts';
import { checkouts, mails, refunds } from './schema.ts';

/** Time for which the counts are cached. It limits the load, however often the metrics are scraped. */
const FRESH_MS = 5_000;

/** Time limit for reading the counts during a scrape. Prometheus times out after ten seconds. */
const DEADLINE_MS = 1_000;

interface Counts {
  readonly open: number;
  readonly due: number;
  readonly oldestSeconds: number;
  readonly mails: number;
  readonly oldestMailSeconds: number;
}

const ageOf = (time: SQL) => sql<string>`coalesce(extract(epoch from now() - ${time}), 0)`;

/** Reads the counts, each from the partial index for its condition. The age is based on the database's clock. */
async function readCounts(db: Database): Promise<Counts> {
  const late = sql`${checkouts.status} = 'closed' and ${checkouts.paymentId} is not null and ${checkouts.refundedAt} is null`;
  // An operator pays back what was paid in cash: see the orders with the status refundDue.
  const due = sql`(
    select ${checkouts.openedAt} as since from ${checkouts} where ${late}
    union all select ${refunds.createdAt} from ${refunds}
      join ${checkouts} on ${checkouts.key} = ${refunds.orderId}
      where ${refunds.refundedAt} is null and not ${refunds.byHand} and ${checkouts.provider} <> 'cod'
  ) as due`;
  const [row] = await db
    .select({
      open: sql<string>`(select count(*) from ${checkouts} where ${checkouts.status} = 'open')`,
      due: sql<string>`count(*)`,
      oldest: ageOf(sql`min(since)`),
      mails: sql<string>`(select count(*) from ${mails} where ${isWaiting(mails)})`,
      oldestMail: sql<string>`(select ${ageOf(sql`min(${mails.createdAt})`)} from ${mails} where ${isWaiting(mails)})`,
    })
    .from(due);
  if (!row) throw new Error('An aggregate without a row');
  return {
    open: Number(row.open),
    due: Number(row.due),
    oldestSeconds: Number(row.oldest),
    mails: Number(row.mails),
    oldestMailSeconds: Number(row.oldestMail),
  };
}

/**
 * Returns a function that returns the counts, read again if they are stale; undefined if the database does not answer
 * in time.
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
    // Scrapes share one query, so that they don't pile up in the connection pool.
    if (performance.now() - readAt >= FRESH_MS) reading ??= read();
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, DEADLINE_MS).unref());
    await Promise.race([reading, deadline]);
    return reading ? undefined : counts;
  };
}

interface Measured extends Pick<OpenDatabase, 'db'> {
  readonly pools: OpenDatabase['pools'] | undefined;
  /** Whether mails are sent. Without a mail server they wait for ever. */
  readonly sendsMails: boolean;
}

/** Adds gauges of open checkouts, due refunds, waiting mails, the connection pools, and whether the database is reachable. */
export function measureDatabase(metrics: Metrics, { db, pools = {}, sendsMails }: Measured): void {
  const counts = keepCounts(db);
  type Gauges = readonly [name: string, help: string, field: keyof Counts][];
  const ofMails: Gauges = [
    ['patchwork_mails_waiting', 'Mails that are to be sent.', 'mails'],
    ['patchwork_mails_waiting_oldest_seconds', 'Age of the oldest of them.', 'oldestMailSeconds'],
  ];
  const ofCounts: Gauges = [
    ['patchwork_checkouts_open', 'Checkouts that hold stock.', 'open'],
    ['patchwork_refunds_due', 'Payments and parts of payments that are to be paid back.', 'due'],
    ['patchwork_refunds_due_oldest_seconds', 'Age of the oldest of them.', 'oldestSeconds'],
    ...(sendsMails ? ofMails : []),
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
