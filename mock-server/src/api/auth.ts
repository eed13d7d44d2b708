import { ok } from '@patchwork/domain';
import { emailSentinel, sentinelLogin } from '../control/sentinels.ts';
import type { UserRow } from '../data/rows.ts';
import { refuse, texts } from './errors.ts';
import type { Handlers } from './handler.ts';
import { timestamp } from './timestamp.ts';
import { signToken } from './tokens.ts';

/** No response holds a password. */
const withoutPassword = ({ password: _password, ...user }: UserRow) => user;

/** The form sends one name; the first word is the first name. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

export const authHandlers: Pick<Handlers, 'signup' | 'login'> = {
  signup: async ({ body, data }) => {
    if (emailSentinel(body.email) === 'fail') return refuse(500, texts.unexpected);
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
    if (data.findUser(user.email)) return refuse(422, texts.emailTaken);
    data.saveUser(user);
    return ok({ createdUser: withoutPassword(user), encodedToken });
  },

  login: async ({ body, data }) => {
    const sentinel = emailSentinel(body.email);
    if (sentinel === 'fail') return refuse(500, texts.unexpected);
    if (sentinel) return ok(await sentinelLogin(sentinel));
    const user = data.findUser(body.email);
    if (!user) return refuse(404, texts.emailUnknown);
    if (user.password !== body.password) return refuse(401, texts.wrongPassword);
    return ok({ foundUser: withoutPassword(user), encodedToken: await signToken(user) });
  },
};
