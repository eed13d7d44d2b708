import { refusals } from '@patchwork/api/refusals';
import { err, ok, splitName, timestamp } from '@patchwork/domain';
import { emailSentinel } from '../control/sentinels.ts';
import type { UserRow } from '../data/rows.ts';
import { firstLists } from '../data/rows.ts';
import type { Handlers } from './handler.ts';
import { signToken } from './tokens.ts';

/** Returns a user as responses show it: without the password, and without the lists that have calls of their own. */
const publicUser = ({
  password: _password,
  addresses: _addresses,
  orders: _orders,
  checkouts: _checkouts,
  endedSessions: _endedSessions,
  ...user
}: UserRow) => user;

/** Returns a login that succeeds, with a token that is refused. */
async function sentinelLogin(sentinel: 'expired' | 'unknown') {
  const email = `${sentinel}@patchwork.example`;
  const foundUser = { _id: sentinel, name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email };
  const encodedToken = await signToken(foundUser, sentinel === 'expired' ? '-1h' : '7d');
  return { foundUser, encodedToken };
}

export const authHandlers = {
  signup: async ({ body, data }) => {
    if (emailSentinel(body.email) === 'fail') return err(refusals.unexpected);
    const { confirmPassword: _confirmPassword, ...sent } = body;
    const now = timestamp(new Date());
    const profile = { ...splitName(body.name ?? ''), ...sent };
    const user: UserRow = {
      ...profile,
      _id: crypto.randomUUID(),
      createdAt: now,
      updatedAt: now,
      ...firstLists(profile),
    };
    const encodedToken = await signToken(user);
    // Nothing is awaited between the check and the save: two signups at once make one user.
    if (data.findUser(user.email)) return err(refusals.emailTaken);
    data.saveUser(user);
    return ok({ createdUser: publicUser(user), encodedToken });
  },

  login: async ({ body, data }) => {
    const sentinel = emailSentinel(body.email);
    if (sentinel === 'fail') return err(refusals.unexpected);
    if (sentinel) return ok(await sentinelLogin(sentinel));
    const user = data.findUser(body.email);
    if (!user) return err(refusals.emailUnknown);
    if (user.password !== body.password) return err(refusals.wrongPassword);
    return ok({ foundUser: publicUser(user), encodedToken: await signToken(user) });
  },

  logout: ({ user, session, data }) => {
    const now = Date.now() / 1000;
    const stillValid = user.endedSessions.filter(({ expiresAt }) => expiresAt > now);
    const { id, expiresAt } = session;
    data.saveUser({ ...user, endedSessions: [...stillValid, { id, expiresAt }] });
    return ok({});
  },
} satisfies Partial<Handlers>;
