import { randomUUID } from 'node:crypto';
import { refusals } from '@patchwork/api/refusals';
import { demoAccount, err, ok, type Result, splitName, timestamp } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { openSession } from '../auth/sessions.ts';
import type { Database } from '../database/database.ts';
import { readCart, readWishlist } from '../database/lines.ts';
import { addShopper } from '../database/new-shopper.ts';
import { sessions, shoppers } from '../database/schema.ts';
import { type Attempt, countAttempt, forgiveAttempt } from '../limits/attempts.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';
import type { Handlers } from './handler.ts';

type Shopper = typeof shoppers.$inferSelect;

/** RFC 5321's longest address. */
const MAX_EMAIL_LENGTH = 254;

/** A shopper in the API's format. No response holds a password, not even its hash. */
const toWireUser = ({ id, emailKey: _key, passwordHash: _hash, profile, ...shopper }: Shopper) => ({
  ...profile,
  ...shopper,
  _id: id,
  createdAt: timestamp(shopper.createdAt),
  updatedAt: timestamp(shopper.updatedAt),
});

async function allow(
  db: Database,
  attempt: Attempt,
  limit: number,
): Promise<Result<undefined, ServerRefusal>> {
  const retryAfterSeconds = await countAttempt(db, attempt, limit);
  return retryAfterSeconds === undefined
    ? ok(undefined)
    : err({ ...serverRefusals.tooManyAttempts, retryAfterSeconds });
}

async function findShopper(db: Database, email: string): Promise<Shopper | undefined> {
  const [shopper] = await db
    .select()
    .from(shoppers)
    .where(eq(shoppers.emailKey, email.toLowerCase()));
  return shopper;
}

export const authHandlers: Pick<Handlers, 'signup' | 'login' | 'logout'> = {
  signup: async ({ db, passwords, tokens, attempts, address, body }) => {
    const { email, password, confirmPassword: _confirm, name = '', ...profile } = body;
    if (email.length > MAX_EMAIL_LENGTH) return err(refusals.badRequest);
    const byAddress = { kind: 'signup', by: 'address', of: address } as const;
    const byEmail = { kind: 'signup', by: 'email', of: email } as const;
    const allowed = await allow(db, byAddress, attempts.perAddress);
    if (!allowed.ok) return allowed;
    const allowedEmail = await allow(db, byEmail, attempts.perEmail);
    if (!allowedEmail.ok) return allowedEmail;
    if (await findShopper(db, email)) return err(refusals.emailTaken);
    const { firstName, lastName } = { ...splitName(name), ...profile };
    const passwordHash = await passwords.hash(password);
    const names = { name, firstName, lastName };
    const shopper = await addShopper(db, {
      id: randomUUID(),
      email,
      ...names,
      profile,
      passwordHash,
    });
    if (!shopper) return err(refusals.emailTaken);
    const createdUser = { ...toWireUser(shopper), cart: [], wishlist: [] };
    return ok({ createdUser, encodedToken: await openSession(db, tokens, shopper) });
  },

  login: async ({ db, passwords, tokens, attempts, address, body: { email, password } }) => {
    const byAddress = { kind: 'login', by: 'address', of: address } as const;
    const byEmail = { kind: 'login', by: 'email', of: email } as const;
    const allowed = await allow(db, byAddress, attempts.perAddress);
    if (!allowed.ok) return allowed;
    const shopper = await findShopper(db, email);
    if (!shopper) return err(refusals.emailUnknown);
    // Its password is public, and many guests may log in at once.
    const isDemo = shopper.emailKey === demoAccount.email;
    const allowedEmail = isDemo ? ok(undefined) : await allow(db, byEmail, attempts.perEmail);
    if (!allowedEmail.ok) return allowedEmail;
    if (!(await passwords.matches(shopper.passwordHash, password))) {
      return err(refusals.wrongPassword);
    }
    if (!isDemo) await forgiveAttempt(db, byEmail);
    const [cart, wishlist] = await Promise.all([
      readCart(db, shopper.id),
      readWishlist(db, shopper.id),
    ]);
    const encodedToken = await openSession(db, tokens, shopper);
    return ok({ foundUser: { ...toWireUser(shopper), cart, wishlist }, encodedToken });
  },

  logout: async ({ db, caller }) => {
    await db.delete(sessions).where(eq(sessions.id, caller.sessionId));
    return ok({});
  },
};
