import { refusals } from '@patchwork/api/refusals';
import { err, ok } from '@patchwork/domain';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { deleteAccount, exportAccount } from '../account.ts';
import { countAttempt, forgetAttempts, forgiveAttempt } from '../auth/attempts.ts';
import { isLongEnough } from '../auth/passwords.ts';
import type { Database } from '../database/database.ts';
import { isUuid, now } from '../database/expressions.ts';
import { sessions, shoppers } from '../database/schema.ts';
import { emailKeyOf } from '../database/shopper-rows.ts';
import { isUsable, mailLink, redeem } from '../mail/links.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';
import { attemptsOf, countLogin, isGuest } from './auth.ts';
import type { Call, Handlers } from './handler.ts';

type LinkCall = Call<
  'askPasswordReset' | 'resetPassword' | 'confirmEmail' | 'askEmailConfirmation'
>;

/** Counts a request about a mailed link against its network address and, if it asks for a mail, against the `email`. */
async function countLink(
  { attempts, address }: LinkCall,
  tx: Database,
  email?: string,
): Promise<ServerRefusal | undefined> {
  const refused = await countAttempt(tx, { kind: 'link', from: address }, attempts.perAddress);
  if (refused || email === undefined) return refused;
  return countAttempt(tx, { kind: 'link', email: emailKeyOf(email) }, attempts.perEmail);
}

async function readShopper(db: Database, id: string) {
  const [shopper] = await db.select().from(shoppers).where(eq(shoppers.id, id));
  if (!shopper) throw new Error('The shopper of a session is missing');
  return shopper;
}

/** Values that record when the shopper first proved to own the mailbox. Later proofs don't change the time. */
const confirmed = { emailConfirmedAt: sql`coalesce(${shoppers.emailConfirmedAt}, ${now})` };

export const accountHandlers = {
  // Counting is part of the transaction too: the request writes, and takes the same time, whether the email is known or
  // not.
  askPasswordReset: (call) =>
    call.db.transaction(async (tx) => {
      const { email } = call.body;
      const refused = await countLink(call, tx, email);
      if (refused) return err(refused);
      const isAble = and(eq(shoppers.emailKey, emailKeyOf(email)), isNull(shoppers.disabledAt));
      await mailLink(tx, isAble ?? sql`false`, 'resetPassword');
      return ok({});
    }),

  resetPassword: async (call) => {
    const { db, passwords, address, body } = call;
    const refused = await countLink(call, db);
    if (refused) return err(refused);
    if (!isLongEnough(body.password)) return err(serverRefusals.shortPassword);
    // Checked before the expensive hashing.
    if (!(await isUsable(db, body.token, 'resetPassword'))) return err(refusals.mailTokenUnknown);
    const passwordHash = await passwords.hash(body.password);
    return db.transaction(async (tx) => {
      const shopperId = await redeem(tx, body.token, 'resetPassword');
      if (shopperId === undefined) return err(refusals.mailTokenUnknown);
      const [shopper] = await tx
        .update(shoppers)
        .set({ passwordHash, updatedAt: now, ...confirmed })
        .where(and(eq(shoppers.id, shopperId), isNull(shoppers.disabledAt)))
        .returning();
      if (!shopper) return err(refusals.mailTokenUnknown);
      await tx.delete(sessions).where(eq(sessions.shopperId, shopperId));
      // A shopper who forgot the password has usually failed to log in several times.
      for (const attempt of attemptsOf(shopper, address)) await forgetAttempts(tx, attempt);
      return ok({});
    });
  },

  confirmEmail: async (call) => {
    const refused = await countLink(call, call.db);
    if (refused) return err(refused);
    return call.db.transaction(async (tx) => {
      const shopperId = await redeem(tx, call.body.token, 'confirmEmail');
      if (shopperId === undefined) return err(refusals.mailTokenUnknown);
      const [shopper] = await tx
        .update(shoppers)
        .set(confirmed)
        .where(and(eq(shoppers.id, shopperId), isNull(shoppers.disabledAt)))
        .returning({ id: shoppers.id });
      return shopper ? ok({}) : err(refusals.mailTokenUnknown);
    });
  },

  getAccount: async ({ db, caller }) => {
    const { name, email, createdAt, emailConfirmedAt } = await readShopper(db, caller.shopperId);
    const isEmailConfirmed = emailConfirmedAt !== null;
    return ok({ account: { name, email, createdAt: createdAt.toISOString(), isEmailConfirmed } });
  },

  askEmailConfirmation: (call) =>
    call.db.transaction(async (tx) => {
      const { id, email } = await readShopper(tx, call.caller.shopperId);
      const refused = await countLink(call, tx, email);
      if (refused) return err(refused);
      const isOpen = and(eq(shoppers.id, id), isNull(shoppers.emailConfirmedAt));
      await mailLink(tx, isOpen ?? sql`false`, 'confirmEmail');
      return ok({});
    }),

  exportAccount: async ({ db, caller, returnDays }) => {
    const data = await exportAccount(db, eq(shoppers.id, caller.shopperId), returnDays);
    if (!data) throw new Error('The shopper of a session is missing');
    return ok({ data });
  },

  deleteAccount: async (call) => {
    const { db, passwords, caller, address, body } = call;
    const shopper = await readShopper(db, caller.shopperId);
    if (isGuest(shopper.email)) return err(refusals.guestStays);
    const refused = await countLogin(call, shopper);
    if (refused) return err(refused);
    // Not a 401, which would end the owner's session after a mistyped password.
    if (!(await passwords.matches(shopper.passwordHash, body.password))) {
      return err(refusals.passwordNotRight);
    }
    for (const attempt of attemptsOf(shopper, address)) await forgiveAttempt(db, attempt);
    const deleted = await deleteAccount(call, caller.shopperId);
    return deleted.ok ? ok({}) : err(refusals[deleted.error]);
  },

  exportShopper: async ({ db, caller, params, returnDays }) => {
    const isIt = isUuid(params.shopper) ? eq(shoppers.id, params.shopper) : sql`false`;
    const actor = { actor: caller.email, action: 'shoppers export' };
    const data = await exportAccount(db, isIt, returnDays, actor);
    return data ? ok({ data }) : err(refusals.shopperUnknown);
  },

  deleteShopper: async (call) => {
    const { caller, params } = call;
    if (!isUuid(params.shopper)) return err(refusals.shopperUnknown);
    const actor = { actor: caller.email, action: 'shoppers delete' };
    const deleted = await deleteAccount(call, params.shopper, actor);
    return deleted.ok ? ok({}) : err(refusals[deleted.error]);
  },
} satisfies Partial<Handlers>;
