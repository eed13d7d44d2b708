import { refusals } from '@patchwork/api/refusals';
import { err, normalizePassword, ok, parseEmail, splitName, timestamp } from '@patchwork/domain';
import { emailSentinel } from '../control/sentinels.ts';
import type { UserRow } from '../data/rows.ts';
import { firstLists } from '../data/sample-tables.ts';
import type { Handlers } from './handler.ts';
import { findByLink, withLink, withMail, withoutLinks } from './mails.ts';
import { signToken } from './tokens.ts';

/** Whether this is a user's password. Both texts are normalized, because the mock stores what was typed. */
export const isPasswordOf = (user: UserRow, password: string): boolean =>
  normalizePassword(user.password) === normalizePassword(password);

/** Returns a user as sent in responses: the profile, the cart and the wishlist, but not the password. */
export const publicUser = ({
  password: _password,
  addresses: _addresses,
  orders: _orders,
  checkouts: _checkouts,
  endedSessions: _endedSessions,
  account: _account,
  ...user
}: UserRow) => user;

/**
 * Removes what was entered in an account, except for its orders: the email was not confirmed, so anyone may have opened
 * the account. An open checkout is closed unless it was paid.
 */
function emptied(user: UserRow): UserRow {
  const { _id, email, password, createdAt, updatedAt, orders, endedSessions, account } = user;
  return {
    ...{ _id, email, password, createdAt, updatedAt, orders, endedSessions, account },
    ...{ firstName: '', lastName: '', cart: [], wishlist: [], addresses: [] },
    checkouts: user.checkouts.map((row) =>
      row.charge || row.checkout.status !== 'open'
        ? row
        : { ...row, checkout: { ...row.checkout, status: 'closed' } },
    ),
  };
}

/** Returns the response of a successful login, with a token that later calls refuse. */
async function sentinelLogin(sentinel: 'expired' | 'unknown') {
  const email = `${sentinel}@patchwork.example`;
  const foundUser = { _id: sentinel, name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email };
  const encodedToken = await signToken(foundUser, sentinel === 'expired' ? '-1h' : '7d');
  return { foundUser, encodedToken };
}

export const authHandlers = {
  signup: async ({ body, data, now: time }) => {
    if (emailSentinel(body.email) === 'fail') return err(refusals.unexpected);
    const email = parseEmail(body.email);
    if (email === undefined) return err(refusals.noEmail);
    const { confirmPassword: _confirmPassword, ...sent } = { ...body, email };
    const now = timestamp(time);
    const profile = { ...splitName(body.name ?? ''), ...sent };
    const user: UserRow = {
      ...profile,
      _id: crypto.randomUUID(),
      createdAt: now,
      updatedAt: now,
      ...firstLists(profile),
    };
    const encodedToken = await signToken(user);
    // No await between the check and the save, so that two parallel sign-ups create one user.
    if (data.findUser(user.email)) return err(refusals.emailTaken);
    data.saveUser(withLink(user, 'confirmEmail', time));
    return ok({ createdUser: publicUser(user), encodedToken });
  },

  login: async ({ body, data }) => {
    const sentinel = emailSentinel(body.email);
    if (sentinel === 'fail') return err(refusals.unexpected);
    if (sentinel) return ok(await sentinelLogin(sentinel));
    const user = data.findUser(body.email);
    if (!user) return err(refusals.emailUnknown);
    if (!isPasswordOf(user, body.password)) return err(refusals.wrongPassword);
    if (user.account.disabledAt) return err(refusals.accountDisabled);
    return ok({ foundUser: publicUser(user), encodedToken: await signToken(user) });
  },

  logout: ({ user, session, data }) => {
    const now = Date.now() / 1000;
    const stillValid = user.endedSessions.filter(({ expiresAt }) => expiresAt > now);
    const { id, expiresAt } = session;
    data.saveUser({ ...user, endedSessions: [...stillValid, { id, expiresAt }] });
    return ok({});
  },

  askPasswordReset: ({ body: { email }, data, now }) => {
    if (parseEmail(email) === undefined) return err(refusals.noEmail);
    const user = data.findUser(email);
    if (user && !user.account.disabledAt) data.saveUser(withLink(user, 'resetPassword', now));
    return ok({});
  },

  resetPassword: ({ body: { token, password }, data, now }) => {
    const user = findByLink(data.tables().users, 'resetPassword', token, now);
    if (!user || user.account.disabledAt) return err(refusals.mailTokenUnknown);
    const isEmptied = user.account.emailConfirmedAt === undefined;
    const kept = isEmptied ? emptied(user) : user;
    const tokens = withoutLinks(user, 'resetPassword');
    const emailConfirmedAt = user.account.emailConfirmedAt ?? now.toISOString();
    const account = { ...user.account, tokens, sessionsEndedAt: Date.now(), emailConfirmedAt };
    const mail = { kind: 'passwordChanged', data: { isEmptied } } as const;
    data.saveUser(withMail({ ...kept, password, account }, mail, now));
    return ok({});
  },

  confirmEmail: ({ body: { token }, data, now }) => {
    const user = findByLink(data.tables().users, 'confirmEmail', token, now);
    if (!user || user.account.disabledAt) return err(refusals.mailTokenUnknown);
    const tokens = withoutLinks(user, 'confirmEmail');
    const account = { ...user.account, tokens, emailConfirmedAt: now.toISOString() };
    data.saveUser({ ...user, account });
    return ok({});
  },
} satisfies Partial<Handlers>;
