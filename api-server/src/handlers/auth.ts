import { refusals } from '@patchwork/api/refusals';
import {
  demoAccount,
  emailKeyOf,
  err,
  ok,
  parseEmail,
  splitName,
  timestamp,
} from '@patchwork/domain';
import { and, eq } from 'drizzle-orm';
import { type Attempt, countAttempt, forgiveAttempt } from '../auth/attempts.ts';
import { isLongEnough, MIN_PASSWORD_LENGTH } from '../auth/passwords.ts';
import { isKnownPlace, openSession } from '../auth/sessions.ts';
import type { Database } from '../database/database.ts';
import { sessions, shoppers } from '../database/schema.ts';
import { type ServerRefusal, serverRefusals } from '../http/refusals.ts';
import { mailLink } from '../mail/links.ts';
import { addShopper, isThere, readCart, readWishlist } from '../rows/shopper-rows.ts';
import type { Call, Handlers } from './handler.ts';

type Shopper = typeof shoppers.$inferSelect;

/**
 * Returns a shopper in the API's format: the fields sent at sign-up and the columns listed here. No other column leaves
 * the server.
 */
const toWireUser = ({ profile, ...shopper }: Shopper) => ({
  ...profile,
  _id: shopper.id,
  email: shopper.email,
  name: shopper.name,
  firstName: shopper.firstName,
  lastName: shopper.lastName,
  createdAt: timestamp(shopper.createdAt),
  updatedAt: timestamp(shopper.updatedAt),
});

async function findShopper(db: Database, email: string): Promise<Shopper | undefined> {
  const [shopper] = await db
    .select()
    .from(shoppers)
    .where(and(eq(shoppers.emailKey, emailKeyOf(email)), isThere));
  return shopper;
}

export const isGuest = (email: string): boolean => emailKeyOf(email) === demoAccount.email;

/** Ratio of an email's limit of failed logins from all addresses to its limit from one address. */
const EVERYWHERE = 10;

/**
 * Returns the counters of failed logins for a shopper's email: from this address, and from all addresses. The guest has
 * no counters.
 */
export function attemptsOf(
  { emailKey: email }: Pick<Shopper, 'emailKey'>,
  address: string,
): readonly Attempt[] {
  // The guest's password is public, and many guests may log in at once.
  if (isGuest(email)) return [];
  return [
    { kind: 'login', from: address, email },
    { kind: 'login', email },
  ];
}

/**
 * Counts a login, and refuses it after too many failures. Failures from one address block only that address. Because an
 * attacker may have many addresses, too many failures in total block all addresses except those where the shopper is
 * logged in.
 */
export async function countLogin(
  { db, attempts: { perEmail }, address }: Pick<Call<'login'>, 'db' | 'attempts' | 'address'>,
  shopper: Pick<Shopper, 'id' | 'emailKey'>,
): Promise<ServerRefusal | undefined> {
  const [here, everywhere] = attemptsOf(shopper, address);
  if (!here || !everywhere) return undefined;
  const refusedHere = await countAttempt(db, here, perEmail);
  if (refusedHere) return refusedHere;
  const refused = await countAttempt(db, everywhere, perEmail * EVERYWHERE);
  return refused && !(await isKnownPlace(db, shopper.id, address)) ? refused : undefined;
}

export const authHandlers = {
  signup: async ({ db, passwords, tokens, attempts, address, body }) => {
    const { email: typed, password, confirmPassword: _confirm, name = '', ...profile } = body;
    const email = parseEmail(typed);
    if (email === undefined) return err(refusals.noEmail);
    if (!isLongEnough(password)) return err(serverRefusals.shortPassword(MIN_PASSWORD_LENGTH));
    const attempt = { kind: 'signup', from: address } as const;
    const refused =
      (await countAttempt(db, attempt, attempts.perAddress)) ??
      (await countAttempt(db, { ...attempt, email }, attempts.perEmail));
    if (refused) return err(refused);
    if (isGuest(email) || (await findShopper(db, email))) return err(refusals.emailTaken);
    const { firstName, lastName } = { ...splitName(name), ...profile };
    const passwordHash = await passwords.hash(password);
    const names = { name, firstName, lastName };
    const shopper = await db.transaction(async (tx) => {
      const added = await addShopper(tx, { email, ...names, profile, passwordHash });
      if (added) await mailLink(tx, eq(shoppers.id, added.id), 'confirmEmail');
      return added;
    });
    if (!shopper) return err(refusals.emailTaken);
    const createdUser = { ...toWireUser(shopper), cart: [], wishlist: [] };
    const encodedToken = await openSession(db, tokens, shopper, address);
    return encodedToken === undefined
      ? err(refusals.accountDisabled)
      : ok({ createdUser, encodedToken });
  },

  login: async (call) => {
    const { db, passwords, tokens, attempts, guestAccount, address, body } = call;
    const refused = await countAttempt(db, { kind: 'login', from: address }, attempts.perAddress);
    if (refused) return err(refused);
    if (isGuest(body.email) && !guestAccount) return err(serverRefusals.noGuest);
    const shopper = await findShopper(db, body.email);
    if (!shopper) return err(refusals.emailUnknown);
    const refusedShopper = await countLogin(call, shopper);
    if (refusedShopper) return err(refusedShopper);
    if (!(await passwords.matches(shopper.passwordHash, body.password))) {
      return err(refusals.wrongPassword);
    }
    if (shopper.disabledAt) return err(refusals.accountDisabled);
    for (const attempt of attemptsOf(shopper, address)) await forgiveAttempt(db, attempt);
    const encodedToken = await openSession(db, tokens, shopper, address);
    if (encodedToken === undefined) return err(refusals.wrongPassword);
    const [cart, wishlist] = await Promise.all([
      readCart(db, shopper.id),
      readWishlist(db, shopper.id),
    ]);
    return ok({ foundUser: { ...toWireUser(shopper), cart, wishlist }, encodedToken });
  },

  logout: async ({ db, caller }) => {
    await db.delete(sessions).where(eq(sessions.id, caller.sessionId));
    return ok({});
  },
} satisfies Partial<Handlers>;
