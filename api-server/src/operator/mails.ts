import { and, desc, eq, getTableColumns, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { fromNow, isUuid, isWaiting, now } from '../database/expressions.ts';
import { mails } from '../database/schema.ts';
import { CLAIM_MS } from '../mail/outbox.ts';
import { type Actor, recordChange } from '../rows/audit.ts';
import { olderThan } from '../rows/older-than.ts';

export const mailStatuses = ['waiting', 'sent', 'failed'] as const;
type MailStatus = (typeof mailStatuses)[number];

type MailRow = typeof mails.$inferSelect;

export const statusOf = ({
  sentAt,
  failedAt,
}: Pick<MailRow, 'sentAt' | 'failedAt'>): MailStatus => {
  if (sentAt) return 'sent';
  return failedAt ? 'failed' : 'waiting';
};

const hasStatus: Readonly<Record<MailStatus, SQL | undefined>> = {
  waiting: isWaiting(mails),
  sent: isNotNull(mails.sentAt),
  failed: isNotNull(mails.failedAt),
};

interface MailSearch {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: MailStatus | undefined;
}

/** Lists mails without their content, newest first; undefined for an invalid cursor. */
export async function listMails(db: Database, { limit, cursor, status }: MailSearch) {
  const byTime = { table: mails, time: mails.createdAt, id: mails.id };
  const isOlder = await olderThan(db, byTime, cursor);
  if (!isOlder) return undefined;
  const { data: _content, ...fields } = getTableColumns(mails);
  const rows = await db
    .select(fields)
    .from(mails)
    .where(and(status && hasStatus[status], isOlder))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map((row) => ({ ...row, status: statusOf(row) }));
  return { mails: page, nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Whether a mail still has its content, which is erased once the mail is sent or too late for its link. */
export const hasContent = ({ data }: MailRow): boolean => Object.keys(data).length > 0;

/**
 * Returns a mail; undefined if there is no such mail. Records the read in the audit if the mail still has its content,
 * which may include a valid link.
 */
export async function readMail(
  db: Database,
  id: string,
  actor: Actor,
): Promise<MailRow | undefined> {
  if (!isUuid(id)) return undefined;
  const [mail] = await db.select().from(mails).where(eq(mails.id, id));
  if (mail && hasContent(mail)) {
    await recordChange(db, actor, { subject: id, before: null, after: null });
  }
  return mail;
}

/**
 * Condition for waiting mails that no process is sending at the moment. Excludes mails whose retry is due within
 * CLAIM_MS, because they look like claimed ones; they are sent soon anyway.
 */
const isPutOff = sql`${mails.nextAttemptAt} > ${fromNow(CLAIM_MS)}`;

const retried = { failedAt: null, nextAttemptAt: now, attempts: 0 };

/**
 * Schedules a failed mail, or a waiting mail whose retry is not due soon, for immediate delivery, if the mail still has
 * its content. Returns the mail's row, changed or not; undefined if there is no such mail.
 */
export const retryMail = (db: Database, id: string, actor: Actor): Promise<MailRow | undefined> =>
  db.transaction(async (tx) => {
    if (!isUuid(id)) return undefined;
    const isThis = eq(mails.id, id);
    const [mail] = await tx.select().from(mails).where(isThis).for('update');
    if (!mail || !hasContent(mail)) return mail;
    const isDue = and(isThis, sql`(${mails.failedAt} is not null or ${isPutOff})`);
    const [changed] = await tx.update(mails).set(retried).where(isDue).returning();
    if (!changed) return mail;
    const before = { status: statusOf(mail), attempts: mail.attempts };
    await recordChange(tx, actor, { subject: id, before, after: { status: 'waiting' } });
    return changed;
  });

/** Schedules all failed mails that still have their content for immediate delivery. Returns their number. */
export const retryFailedMails = (db: Database, actor: Actor): Promise<number> =>
  db.transaction(async (tx) => {
    const changed = await tx
      .update(mails)
      .set(retried)
      .where(and(isNotNull(mails.failedAt), ne(mails.data, {})))
      .returning({ id: mails.id });
    const { length } = changed;
    if (length > 0) {
      const change = { before: { status: 'failed' }, after: { status: 'waiting', mails: length } };
      await recordChange(tx, actor, { subject: 'failed mails', ...change });
    }
    return length;
  });
