import { LINK_LIFETIME_MS, type Mail, RESEND_AFTER_MS } from '@patchwork/api/mail';
import type { UserRow } from '../data/rows.ts';

/** Maximum number of stored mails per user. */
const MAX_MAILS = 50;

/**
 * Adds a mail, which a real server would send, to the user's stored mails. Returns the user unchanged if `mail` is
 * undefined or the account is deleted.
 */
export function withMail(user: UserRow, mail: Mail | undefined, now: Date): UserRow {
  const { account, email: recipient } = user;
  if (!mail || account.isDeleted) return user;
  const sent = { id: crypto.randomUUID(), at: now.toISOString(), recipient, ...mail };
  return { ...user, account: { ...account, mails: [...account.mails, sent].slice(-MAX_MAILS) } };
}

type LinkKind = 'confirmEmail' | 'resetPassword';

/**
 * Mails the user a link with a token, unless such a link was mailed within the last RESEND_AFTER_MS and still works.
 * Older links keep working.
 */
export function withLink(user: UserRow, kind: LinkKind, now: Date): UserRow {
  const kept = user.account.tokens.filter(({ expiresAt }) => expiresAt > now.getTime());
  const latest = Math.max(0, ...kept.map((known) => (known.kind === kind ? known.expiresAt : 0)));
  if (latest > now.getTime() + LINK_LIFETIME_MS[kind] - RESEND_AFTER_MS) return user;
  const token = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '');
  const expiresAt = now.getTime() + LINK_LIFETIME_MS[kind];
  const tokens = [...kept, { token, kind, expiresAt }];
  const account = { ...user.account, tokens };
  return withMail({ ...user, account }, { kind, data: { token } }, now);
}

export const withoutLinks = ({ account }: UserRow, kind: LinkKind) =>
  account.tokens.filter((other) => other.kind !== kind);

/** Finds the user who received a link; undefined if it was used, has expired or is of another kind. */
export const findByLink = (
  users: readonly UserRow[],
  kind: LinkKind,
  token: string,
  now: Date,
): UserRow | undefined =>
  users.find(({ account }) =>
    account.tokens.some(
      (other) => other.kind === kind && other.token === token && other.expiresAt > now.getTime(),
    ),
  );
