import { createHash, randomBytes } from 'node:crypto';
import { LINK_LIFETIME_MS } from '@patchwork/mail';
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { fromNow, now } from '../database/expressions.ts';
import { mailTokens, shoppers } from '../database/schema.ts';
import { enqueueMail } from './outbox.ts';

/* Links in mails. Each has a token that works once; only the token's hash is stored. */

type LinkKind = keyof typeof LINK_LIFETIME_MS;

const purposes = { confirmEmail: 'email', resetPassword: 'password' } as const;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Makes mailed links of this kind to the shopper who matches the condition invalid. */
export async function deleteLinks(tx: Database, shopper: SQL, kind: LinkKind): Promise<void> {
  const owner = tx.select({ id: shoppers.id }).from(shoppers).where(shopper);
  await tx
    .delete(mailTokens)
    .where(and(eq(mailTokens.purpose, purposes[kind]), inArray(mailTokens.shopperId, owner)));
}

/**
 * Mails a link to the shopper who matches the condition, and invalidates earlier links of the same kind. Without a
 * match, the same statements run, so that the response time doesn't reveal whether the account exists.
 */
export async function mailLink(tx: Database, shopper: SQL, kind: LinkKind): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const purpose = purposes[kind];
  await deleteLinks(tx, shopper, kind);
  await tx.execute(sql`
    insert into ${mailTokens} (hash, shopper_id, purpose, expires_at)
    select ${hashOf(token)}::text, ${shoppers.id}, ${purpose}::text, ${fromNow(LINK_LIFETIME_MS[kind])}
    from ${shoppers} where ${shopper}`);
  await enqueueMail(tx, shopper, { kind, data: { token } });
}

const isValid = (token: string, kind: LinkKind) =>
  and(
    eq(mailTokens.hash, hashOf(token)),
    eq(mailTokens.purpose, purposes[kind]),
    gt(mailTokens.expiresAt, now),
  );

/** Whether a token of this kind of link is known, unused and not expired. */
export const isUsable = async (db: Database, token: string, kind: LinkKind): Promise<boolean> =>
  (await db.$count(mailTokens, isValid(token, kind))) > 0;

/** Consumes a token and returns its shopper's id; undefined if the token is unknown, expired or already used. */
export async function redeem(
  tx: Database,
  token: string,
  kind: LinkKind,
): Promise<string | undefined> {
  const [used] = await tx
    .delete(mailTokens)
    .where(isValid(token, kind))
    .returning({ shopperId: mailTokens.shopperId });
  return used?.shopperId;
}

export const deleteOldLinks = (db: Database): Promise<unknown> =>
  db.delete(mailTokens).where(lt(mailTokens.expiresAt, now));
