import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LINK_LIFETIME_MS, type Mail } from '@patchwork/api/mail';
import { demoAccount } from '@patchwork/domain';
import { and, asc, eq, isNotNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { ago, fromNow, isWaiting, now } from '../database/expressions.ts';
import { mails, shoppers } from '../database/schema.ts';
import { type Mailer, SEND_TIMEOUT_MS } from './mailer.ts';

/*
 * The outbox. A mail is inserted in the transaction of the change that it reports. Any process may send it, and it is
 * sent at least once. A process sends one mail at a time, so a process that is killed leaves at most one mail that may
 * be sent twice.
 */

/** Condition for shoppers who can be written to: neither a deleted account nor the guest. */
export const hasMailbox = sql`(${shoppers.email} <> '' and ${shoppers.emailKey} <> ${demoAccount.email})`;

/**
 * Enqueues a mail to the shopper who matches the condition: `enqueueMail(tx, eq(shoppers.id, id), mail)`. Does nothing
 * if no shopper matches, for a deleted account, and for the guest, who has no mailbox. A shopper whose email is not
 * confirmed gets the mail `unconfirmed`, which is of the same kind.
 */
export const enqueueMail = (
  tx: Database,
  shopper: SQL,
  { kind, data }: Mail,
  unconfirmed?: Mail,
): Promise<unknown> =>
  tx.execute(sql`
    insert into ${mails} (id, kind, recipient, data)
    select ${randomUUID()}::uuid, ${kind}::text, ${shoppers.email}, case
      when ${shoppers.emailConfirmedAt} is null then ${JSON.stringify(unconfirmed?.data ?? data)}::jsonb
      else ${JSON.stringify(data)}::jsonb end
    from ${shoppers}
    where ${shopper} and ${hasMailbox}`);

type MailRow = typeof mails.$inferSelect;

/** Time for which a process claims a mail. */
export const CLAIM_MS = 2 * SEND_TIMEOUT_MS;

/** Delay after the first failure. The delay doubles with each further failure, up to 64 times this delay. */
const BACKOFF_MS = 60_000;

/** Maximum number of attempts. They take about a day. */
const MAX_ATTEMPTS = 30;

/** Claims the mail that has been due longest. No other process takes it until the claim expires. */
async function claim(db: Database): Promise<MailRow | undefined> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isWaiting(mails), lte(mails.nextAttemptAt, now)))
    .orderBy(asc(mails.nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [mail] = await db
    .update(mails)
    .set({ nextAttemptAt: fromNow(CLAIM_MS), attempts: sql`${mails.attempts} + 1` })
    // Inside `array(…)`, the subquery runs only once.
    .where(sql`${mails.id} = any(array(${due}))`)
    .returning();
  return mail;
}

/** Failure to send a mail. Only these fields may be logged, because the error's message may contain the recipient. */
interface Failure {
  readonly code: string;
  readonly status: number | undefined;
  /**
   * 'away': the mail server is unavailable; 'refused': it has permanently rejected this mail; 'later': a retry may
   * succeed.
   */
  readonly kind: 'away' | 'refused' | 'later';
}

function describeFailure(error: unknown): Failure {
  const { code, responseCode: status, command, name } = Object(error);
  if (typeof code !== 'string') return { code: String(name), status: undefined, kind: 'later' };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return { code, status, kind: 'away' };
  const isFinal = status >= 500 && command !== 'MAIL FROM';
  return { code, status, kind: isFinal ? 'refused' : 'later' };
}

export interface Delivery {
  readonly db: Database;
  readonly mailer: Mailer;
  readonly log: Logger;
}

/** Whether the link in a mail has expired. */
function isOutdated({ kind, createdAt }: MailRow): boolean {
  const lifetime: number | undefined = Reflect.get(LINK_LIFETIME_MS, kind);
  return lifetime !== undefined && Date.now() - createdAt.getTime() > lifetime;
}

async function deliver({ db, mailer, log }: Delivery, row: MailRow): Promise<Failure | undefined> {
  const isThis = eq(mails.id, row.id);
  if (isOutdated(row)) {
    await db.update(mails).set({ failedAt: now, data: {} }).where(isThis);
    log.warn({ mail: row.id, kind: row.kind }, 'A mail was not sent in time for its link');
    return undefined;
  }
  try {
    await mailer.send(row.id, row.recipient, row as unknown as Mail);
  } catch (error) {
    const failure = describeFailure(error);
    const isGivenUp = failure.kind === 'refused' || row.attempts >= MAX_ATTEMPTS;
    await db
      .update(mails)
      .set(
        isGivenUp
          ? { failedAt: now }
          : { nextAttemptAt: fromNow(BACKOFF_MS * 2 ** Math.min(row.attempts - 1, 6)) },
      )
      .where(isThis);
    const { code, status } = failure;
    const fields = { mail: row.id, kind: row.kind, code, status };
    if (isGivenUp) log.error(fields, 'A mail was given up: `pnpm api mail send` tries it again');
    else log.warn(fields, 'A mail could not be sent; it is tried again');
    return failure;
  }
  await db.update(mails).set({ sentAt: now, data: {} }).where(isThis);
  return undefined;
}

/**
 * Sends the due mails one after the other. Returns 'away' as soon as the mail server is unavailable, otherwise 'done':
 * once no mail is due, or after the current mail if the signal is aborted.
 */
export async function deliverMails(
  delivery: Delivery,
  signal: AbortSignal = new AbortController().signal,
): Promise<'done' | 'away'> {
  while (!signal.aborted) {
    const row = await claim(delivery.db);
    if (!row) return 'done';
    const failure = await deliver(delivery, row);
    if (failure?.kind === 'away') return 'away';
  }
  return 'done';
}

const POLL_MS = 2_000;
const AWAY_MS = 30_000;

/** Sends mails in the background. Returns a function that ends the delivery after the current mail. */
export function startDelivery(delivery: Delivery): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      const outcome = await deliverMails(delivery, signal).catch((error: unknown) => {
        delivery.log.warn({ err: error }, 'Mails could not be read; it is tried again');
        return 'away' as const;
      });
      const pauseMs = outcome === 'away' ? AWAY_MS : POLL_MS;
      await wait(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
    delivery.mailer.close();
  };
}

/** Retention time of mails that were sent or given up. */
const KEEP_MS = 30 * 24 * 3_600_000;

export function deleteOldMails(db: Database): Promise<unknown> {
  const isOver = or(isNotNull(mails.sentAt), lt(mails.failedAt, ago(KEEP_MS)));
  // The time of creation, because it has an index.
  return db.delete(mails).where(and(lt(mails.createdAt, ago(KEEP_MS)), isOver));
}
