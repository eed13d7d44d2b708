import { refusals } from '@patchwork/api/refusals';
import { err, ok, parseEmail } from '@patchwork/domain';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { countAttempt } from '../auth/attempts.ts';
import { shoppers, stockAlerts } from '../database/schema.ts';
import { askForAlert, confirmAlert, stopAlerts } from '../mail/stock-alerts.ts';
import { isGuest } from './auth.ts';
import type { Call, Handlers } from './handler.ts';

type OwnCall = Call<'listStockAlerts' | 'addStockAlert' | 'removeStockAlert'>;

async function findCaller({ db, caller }: OwnCall) {
  const [shopper] = await db.select().from(shoppers).where(eq(shoppers.id, caller.shopperId));
  if (!shopper) throw new Error('The shopper of a session is missing');
  return shopper;
}

/** Returns the caller's requests. The guest account belongs to nobody, so no mail can reach its user. */
async function listOwn(call: OwnCall) {
  const { db, caller, sendsMails } = call;
  const rows = await db
    .select({ productId: stockAlerts.productId, confirmedAt: stockAlerts.confirmedAt })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.shopperId, caller.shopperId), isNull(stockAlerts.mailedAt)))
    .orderBy(asc(stockAlerts.askedAt), asc(stockAlerts.productId));
  const { email } = await findCaller(call);
  return ok({
    isOffered: sendsMails && !isGuest(email),
    alerts: rows.map(({ productId, confirmedAt }) => ({
      productId,
      isConfirmed: confirmedAt !== null,
    })),
  });
}

const faults = {
  unknown: refusals.productUnknown,
  full: refusals.tooManyAlerts,
  unconfirmed: refusals.addressUnconfirmed,
};

/** Counts a request, of whose mails anyone may be the victim, against its network and its email. */
async function countAsk(
  call: Pick<Call<'askStockAlert'>, 'db' | 'attempts' | 'address'>,
  email: string,
) {
  const { db, attempts, address } = call;
  const kind = 'alert';
  return (
    (await countAttempt(db, { kind, from: address }, attempts.perAddress)) ??
    (await countAttempt(db, { kind, email }, attempts.perEmail))
  );
}

export const stockAlertHandlers = {
  getStockAlertOffer: async ({ sendsMails }) => ok({ isOffered: sendsMails }),

  askStockAlert: async (call) => {
    const { db, params, body, sendsMails } = call;
    if (!sendsMails) return err(refusals.alertsOff);
    const email = parseEmail(body.email);
    if (email === undefined) return err(refusals.noEmail);
    const refused = await countAsk(call, email);
    if (refused) return err(refused);
    const asker = { email, shopperId: null, isConfirmed: false };
    const asked = isGuest(email) ? 'asked' : await askForAlert(db, params.productId, asker);
    return asked === 'asked' ? ok({}) : err(faults[asked]);
  },

  followStockAlertLink: async ({ db, attempts, address, body: { token, action } }) => {
    const refused = await countAttempt(db, { kind: 'link', from: address }, attempts.perAddress);
    if (refused) return err(refused);
    const follow = action === 'confirm' ? confirmAlert : stopAlerts;
    const productId = await follow(db, token);
    return productId === undefined ? err(refusals.alertLinkUnknown) : ok({ productId });
  },

  listStockAlerts: listOwn,

  addStockAlert: async (call) => {
    const { db, params, sendsMails } = call;
    const { id, email, emailConfirmedAt } = await findCaller(call);
    if (!sendsMails || isGuest(email)) return err(refusals.alertsOff);
    const refused = await countAsk(call, email);
    if (refused) return err(refused);
    const asker = { email, shopperId: id, isConfirmed: emailConfirmedAt !== null };
    const asked = await askForAlert(db, params.productId, asker);
    return asked === 'asked' ? listOwn(call) : err(faults[asked]);
  },

  removeStockAlert: async (call) => {
    const { db, caller, params } = call;
    const isOwn = eq(stockAlerts.shopperId, caller.shopperId);
    await db.delete(stockAlerts).where(and(isOwn, eq(stockAlerts.productId, params.productId)));
    return listOwn(call);
  },
} satisfies Partial<Handlers>;
