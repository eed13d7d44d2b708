import { randomUUID } from 'node:crypto';
import { refusals } from '@patchwork/api/refusals';
import { demoAccount, err, ok, type Result, splitName, timestamp } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { isKnownPlace, openSession } from '../auth/sessions.ts';
import type { Database } from '../database/database.ts';
import { readCart, readWishlist } from '../database/lines.ts';
import { addShopper } from '../database/new-shopper.ts';
import { sessions, shoppers } from '../database/schema.ts';
import { type Attempt, countAttempt, forgiveAttempt } from '../limits/attempts.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';
import type { Call, Handlers } from './handler.ts';

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

/** How many times more wrong passwords an email may have from everywhere than from one address. */
const EVERYWHERE = 10;

/** Failures that are held against a shopper's email: here, and everywhere. */
function attemptsOf({ emailKey: email }: Shopper, address: string): readonly Attempt[] {
  // Its password is public, and many guests may log in at once.
  if (email === demoAccount.email) return [];
  return [
    { kind: 'login', from: address, email },
    { kind: 'login', email },
  ];
}

/**
 * A stranger's wrong passwords make only the stranger wait. With many addresses they could guess on for long:
 * then only the addresses where the shopper is logged in may still try.
 */
async function allowShopper(
  { db, attempts: { perEmail }, address }: Call<'login'>,
  shopper: Shopper,
): Promise<Result<undefined, ServerRefusal>> {
  const [here, everywhere] = attemptsOf(shopper, address);
  if (!here || !everywhere) return ok(undefined);
  const allowedHere = await allow(db, here, perEmail);
  if (!allowedHere.ok) return allowedHere;
  const allowedEverywhere = await allow(db, everywhere, perEmail * EVERYWHERE);
  if (allowedEverywhere.ok || (await isKnownPlace(db, shopper.id, address))) return ok(undefined);
  return allowedEverywhere;
}

export const authHandlers = {
  signup: async ({ db, passwords, tokens, attempts, address, body }) => {
    const { email, password, confirmPassword: _confirm, name = '', ...profile } = body;
    if (email.length > MAX_EMAIL_LENGTH) return err(refusals.badRequest);
    const allowed = await allow(db, { kind: 'signup', from: address }, attempts.perAddress);
    if (!allowed.ok) return allowed;
    const byEmail = { kind: 'signup', from: address, email } as const;
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
    return ok({ createdUser, encodedToken: await openSession(db, tokens, shopper, address) });
  },

  login: async (call) => {
    const { db, passwords, tokens, attempts, address, body } = call;
    const allowed = await allow(db, { kind: 'login', from: address }, attempts.perAddress);
    if (!allowed.ok) return allowed;
    const shopper = await findShopper(db, body.email);
    if (!shopper) return err(refusals.emailUnknown);
    const allowedShopper = await allowShopper(call, shopper);
    if (!allowedShopper.ok) return allowedShopper;
    if (!(await passwords.matches(shopper.passwordHash, body.password))) {
      return err(refusals.wrongPassword);
    }
    for (const attempt of attemptsOf(shopper, address)) await forgiveAttempt(db, attempt);
    const [cart, wishlist] = await Promise.all([
      readCart(db, shopper.id),
      readWishlist(db, shopper.id),
    ]);
    const encodedToken = await openSession(db, tokens, shopper, address);
    return ok({ foundUser: { ...toWireUser(shopper), cart, wishlist }, encodedToken });
  },

  logout: async ({ db, caller }) => {
    await db.delete(sessions).where(eq(sessions.id, caller.sessionId));
    return ok({});
  },
} satisfies Partial<Handlers>;
