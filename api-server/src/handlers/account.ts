import { refusals } from '@patchwork/api/refusals';
import { emailKeyOf, err, ok, parseEmail } from '@patchwork/domain';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { deleteAccount } from '../account/erase-account.ts';
import { exportAccount } from '../account/export-account.ts';
import { countAttempt, forgetAttempts, forgiveAttempt } from '../auth/attempts.ts';
import { isLongEnough, MIN_PASSWORD_LENGTH } from '../auth/passwords.ts';
import { settle } from '../checkout/settle.ts';
import type { Database } from '../database/database.ts';
import { isUuid, now } from '../database/expressions.ts';
import {
  addresses,
  cartLines,
  sessions,
  shoppers,
  stockAlerts,
  wishlistLines,
} from '../database/schema.ts';
import { type ServerRefusal, serverRefusals } from '../http/refusals.ts';
import { isUsable, mailLink, redeem } from '../mail/links.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { ProviderError } from '../payment/provider.ts';
import { findOpenCheckout } from '../rows/checkout-row.ts';
import { lockShopper } from '../rows/shopper-rows.ts';
import { attemptsOf, countLogin, isGuest } from './auth.ts';
import type { Call, Handlers } from './handler.ts';

type LinkCall = Call<
  'askPasswordReset' | 'resetPassword' | 'confirmEmail' | 'askEmailConfirmation'
>;

/**
 * Counts a request about a mailed link against its network address. Requests for one email are not limited: they would
 * lock its owner out. `mailLink` limits the mails.
 */
const countLink = ({ db, attempts, address }: LinkCall): Promise<ServerRefusal | undefined> =>
  countAttempt(db, { kind: 'link', from: address }, attempts.perAddress);

async function readShopper(db: Database, id: string) {
  const [shopper] = await db.select().from(shoppers).where(eq(shoppers.id, id));
  if (!shopper) throw new Error('The shopper of a session is missing');
  return shopper;
}

/** Values that record when the shopper first proved to own the mailbox. Later proofs don't change the time. */
const confirmed = { emailConfirmedAt: sql`coalesce(${shoppers.emailConfirmedAt}, ${now})` };

/** Removes what was entered in an account, except for its orders. */
async function emptyAccount(tx: Database, shopperId: string): Promise<void> {
  for (const table of [addresses, cartLines, wishlistLines, stockAlerts]) {
    await tx.delete(table).where(eq(table.shopperId, shopperId));
  }
  await tx
    .update(shoppers)
    .set({ name: '', firstName: '', lastName: '', profile: {} })
    .where(eq(shoppers.id, shopperId));
}

/**
 * Sets the password of a shopper who has proved to own the mailbox, ends all sessions and tells the shopper. If the email
 * was not confirmed before, anyone may have opened the account, for example to plant an address, so it is emptied.
 * Returns undefined for a disabled account.
 */
async function setPassword(
  tx: Database,
  { address }: LinkCall,
  shopperId: string,
  passwordHash: string,
) {
  // Locks the account, so that no checkout is opened meanwhile.
  const { disabledAt, emailConfirmedAt, emailKey } = await lockShopper(tx, shopperId);
  if (disabledAt) return undefined;
  const isIt = eq(shoppers.id, shopperId);
  const isEmptied = emailConfirmedAt === null;
  await tx
    .update(shoppers)
    .set({ passwordHash, updatedAt: now, ...confirmed })
    .where(isIt);
  await tx.delete(sessions).where(eq(sessions.shopperId, shopperId));
  if (isEmptied) await emptyAccount(tx, shopperId);
  await enqueueMail(tx, isIt, { kind: 'passwordChanged', data: { isEmptied } });
  // A shopper who forgot the password has usually failed to log in several times.
  for (const attempt of attemptsOf({ emailKey }, address)) await forgetAttempts(tx, attempt);
  return { shopperId, isEmptied };
}

/** Closes the shopper's open checkout, whose address was removed, unless it was paid. The sweep closes it otherwise. */
async function closeCheckout(services: LinkCall, shopperId: string): Promise<void> {
  const open = await findOpenCheckout(services.db, shopperId);
  if (!open) return;
  await settle(services, open, 'always').catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ err: error, checkout: open.key }, 'A checkout was left open after a reset');
  });
}

export const accountHandlers = {
  askPasswordReset: async (call) => {
    const refused = await countLink(call);
    if (refused) return err(refused);
    if (parseEmail(call.body.email) === undefined) return err(refusals.noEmail);
    const isIt = eq(shoppers.emailKey, emailKeyOf(call.body.email));
    const isAble = and(isIt, isNull(shoppers.disabledAt)) ?? sql`false`;
    await mailLink(call.db, isAble, 'resetPassword');
    return ok({});
  },

  resetPassword: async (call) => {
    const { db, passwords, body } = call;
    const refused = await countLink(call);
    if (refused) return err(refused);
    if (!isLongEnough(body.password)) return err(serverRefusals.shortPassword(MIN_PASSWORD_LENGTH));
    // Checked before the expensive hashing, and before a transaction.
    if (!(await isUsable(db, body.token, 'resetPassword'))) return err(refusals.mailTokenUnknown);
    const passwordHash = await passwords.hash(body.password);
    const reset = await db.transaction(async (tx) => {
      const shopperId = await redeem(tx, body.token, 'resetPassword');
      return shopperId === undefined ? undefined : setPassword(tx, call, shopperId, passwordHash);
    });
    if (!reset) return err(refusals.mailTokenUnknown);
    if (reset.isEmptied) await closeCheckout(call, reset.shopperId);
    return ok({});
  },

  confirmEmail: async (call) => {
    const refused = await countLink(call);
    if (refused) return err(refused);
    if (!(await isUsable(call.db, call.body.token, 'confirmEmail'))) {
      return err(refusals.mailTokenUnknown);
    }
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

  askEmailConfirmation: async (call) => {
    const refused = await countLink(call);
    if (refused) return err(refused);
    const isOwn = eq(shoppers.id, call.caller.shopperId);
    const isOpen = and(isOwn, isNull(shoppers.emailConfirmedAt)) ?? sql`false`;
    await mailLink(call.db, isOpen, 'confirmEmail');
    return ok({});
  },

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
