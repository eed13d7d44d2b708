import { refusals } from '@patchwork/api/refusals';
import { err, ok, splitName, timestamp } from '@patchwork/domain';
import { emailSentinel, sentinelLogin } from '../control/sentinels.ts';
import type { UserRow } from '../data/rows.ts';
import type { Handlers } from './handler.ts';
import { signToken } from './tokens.ts';

/** No response holds a password. */
const withoutPassword = ({ password: _password, ...user }: UserRow) => user;

export const authHandlers: Pick<Handlers, 'signup' | 'login'> = {
  signup: async ({ body, data }) => {
    if (emailSentinel(body.email) === 'fail') return err(refusals.unexpected);
    const { confirmPassword: _confirmPassword, ...sent } = body;
    const now = timestamp(new Date());
    const user: UserRow = {
      ...splitName(body.name ?? ''),
      ...sent,
      _id: crypto.randomUUID(),
      createdAt: now,
      updatedAt: now,
      cart: [],
      wishlist: [],
    };
    const encodedToken = await signToken(user);
    // Nothing is awaited between the check and the save: two signups at once make one user.
    if (data.findUser(user.email)) return err(refusals.emailTaken);
    data.saveUser(user);
    return ok({ createdUser: withoutPassword(user), encodedToken });
  },

  login: async ({ body, data }) => {
    const sentinel = emailSentinel(body.email);
    if (sentinel === 'fail') return err(refusals.unexpected);
    if (sentinel) return ok(await sentinelLogin(sentinel));
    const user = data.findUser(body.email);
    if (!user) return err(refusals.emailUnknown);
    if (user.password !== body.password) return err(refusals.wrongPassword);
    return ok({ foundUser: withoutPassword(user), encodedToken: await signToken(user) });
  },
};
