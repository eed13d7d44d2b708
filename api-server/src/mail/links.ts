import { createHash, randomBytes } from 'node:crypto';
import { LINK_LIFETIME_MS, RESEND_AFTER_MS } from '@patchwork/api/mail';
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { fromNow, now } from '../database/expressions.ts';
import { mails, mailTokens, shoppers } from '../database/schema.ts';
import { hasMailbox } from './outbox.ts';

/* Links in mails. Each has a token that works once; only the token's hash is stored. */

const purposes = { confirmEmail: 'email', resetPassword: 'password' } as const;

type LinkKind = keyof typeof purposes;

export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashOf = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** Makes mailed links of this kind to the shopper who matches the condition invalid. */
export async function deleteLinks(tx: Database, shopper: SQL, kind: LinkKind): Promise<void> {
  const owner = tx.select({ id: shoppers.id }).from(shoppers).where(shopper);
  await tx
    .delete(mailTokens)
    .where(and(eq(mailTokens.purpose, purposes[kind]), inArray(mailTokens.shopperId, owner)));
}

/**
 * Mails a link to the shopper who matches the condition, unless a link of the same kind was mailed within the last
 * RESEND_AFTER_MS and still works. Earlier links keep working, because anyone may have requested this one. Runs as one
 * statement, so that many requests don't need a transaction each. The mail's id makes parallel requests send one mail:
 * it is the same within RESEND_AFTER_MS, until the account changes.
 */
export function mailLink(db: Database, shopper: SQL, kind: LinkKind): Promise<unknown> {
  const token = newToken();
  const purpose = purposes[kind];
  const lifetimeMs = LINK_LIFETIME_MS[kind];
  const period = sql`floor(extract(epoch from now()) * 1000 / ${RESEND_AFTER_MS}::int)`;
  return db.execute(sql`
    with asked as (
      select ${shoppers.id} as id, ${shoppers.email} as email, ${shoppers.updatedAt} as updated_at
      from ${shoppers}
      where ${shopper} and ${hasMailbox} and not exists (
        select from ${mailTokens}
        where ${mailTokens.shopperId} = ${shoppers.id} and ${mailTokens.purpose} = ${purpose}
        and ${mailTokens.expiresAt} > ${fromNow(lifetimeMs - RESEND_AFTER_MS)}
      )
    ), mailed as (
      insert into ${mails} (id, kind, recipient, data)
      select md5(concat_ws(' ', id, updated_at, ${kind}::text, ${period}))::uuid, ${kind}::text, email,
        ${JSON.stringify({ token })}::jsonb
      from asked
      on conflict do nothing
      returning id
    )
    insert into ${mailTokens} (hash, shopper_id, purpose, expires_at)
    select ${hashOf(token)}::text, id, ${purpose}::text, ${fromNow(lifetimeMs)}
    from asked where exists (select from mailed)`);
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

/**
 * Consumes a token and all others of this kind that its shopper has, and returns the shopper's id; undefined if the token
 * is unknown, expired or already used.
 */
export async function redeem(
  tx: Database,
  token: string,
  kind: LinkKind,
): Promise<string | undefined> {
  const [used] = await tx
    .delete(mailTokens)
    .where(isValid(token, kind))
    .returning({ shopperId: mailTokens.shopperId });
  if (used) await deleteLinks(tx, eq(shoppers.id, used.shopperId), kind);
  return used?.shopperId;
}

export const deleteOldLinks = (db: Database): Promise<unknown> =>
  db.delete(mailTokens).where(lt(mailTokens.expiresAt, now));
