import { refusals } from '@patchwork/api/refusals';
import { decodeLine, decodeSeenLine, encodeLine } from '@patchwork/api/wire';
import {
  CHECKOUT_LIFETIME_MS,
  err,
  MAX_ORDER_LINES,
  ok,
  priceCheckout,
  type Result,
  toPaise,
} from '@patchwork/domain';
import { and, count, eq, gt, isNull, max, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { ago, fromNow, now } from '../database/expressions.ts';
import { toProduct } from '../database/product-row.ts';
import { checkouts } from '../database/schema.ts';
import { lockShopper, readAddresses, readCart } from '../database/shopper-rows.ts';
import type { Call } from '../handlers/handler.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';
import {
  accountFields,
  type CheckoutRow,
  checkoutFields,
  findCheckout,
  findOpenCheckout,
  isAt,
  isPayable,
  lockCheckout,
  ORDER_TIMEOUT_MS,
  type PayableRow,
} from './checkout-row.ts';
import { freeHeld, settle } from './settle.ts';
import { areFree, changeStock, lockProducts } from './stock.ts';

type OpenCall = Call<'openCheckout'>;

/**
 * Stores an open checkout of the cart at the catalogue's prices, and holds its pieces. Returns the existing checkout
 * for a key that was used before.
 */
const reserve = ({ db, provider, caller: { shopperId }, body }: OpenCall) =>
  db.transaction(async (tx): Promise<Result<CheckoutRow, ServerRefusal>> => {
    // Locked, so that two requests of one shopper do not open two checkouts.
    await lockShopper(tx, shopperId);
    const [known] = await tx
      .select(checkoutFields)
      .from(checkouts)
      .where(eq(checkouts.key, body.key));
    if (known) return known.shopperId === shopperId ? ok(known) : err(refusals.badRequest);
    if (body.lines.length > MAX_ORDER_LINES) return err(refusals.tooManyLines);
    if (await findOpenCheckout(tx, shopperId)) return err(refusals.checkoutOpen);
    const refused = await refuseAfterUnpaid(tx, shopperId);
    if (refused) return err(refused);
    const stored = await readAddresses(tx, shopperId);
    const address = stored.find(({ _id }) => _id === body.addressId);
    if (!address) return err(refusals.addressUnknown);
    const priced = await price(tx, shopperId, body);
    if (!priced.ok) return priced;
    const { lines, total } = priced.value;
    await changeStock(tx, lines, 'hold');
    const [row] = await tx
      .insert(checkouts)
      .values({
        key: body.key,
        shopperId,
        status: 'open',
        openedAt: now,
        expiresAt: fromNow(CHECKOUT_LIFETIME_MS),
        nextAttemptAt: fromNow(ORDER_TIMEOUT_MS),
        lines,
        total,
        address,
        ...accountFields(provider),
      })
      .returning(checkoutFields);
    if (!row) throw new Error('A checkout was not stored');
    return ok(row);
  });

async function price(tx: Database, shopperId: string, body: OpenCall['body']) {
  const cart = await readCart(tx, shopperId);
  const rows = await lockProducts(
    tx,
    cart.map(({ _id }) => _id),
  );
  const priced = priceCheckout(
    cart.map(decodeLine),
    rows.map(toProduct),
    body.lines.map(decodeSeenLine),
  );
  if (!priced.ok) return err(refusals[priced.error]);
  const lines = priced.value.lines.map(encodeLine);
  if (!areFree(rows, lines)) return err(refusals.notForSale);
  return ok({ lines, total: priced.value.total });
}

/**
 * Has the provider make its order; a repeated request gets the same one. While the shop changes its account, two
 * processes may each have one made: the one that is stored first counts.
 */
async function makePayable(call: OpenCall, row: CheckoutRow): Promise<PayableRow | undefined> {
  if (isPayable(row)) return row;
  const { db, provider, caller } = call;
  const { key, total } = row;
  try {
    const providerOrderId = await provider.createOrder({ key, amountPaise: toPaise(total) });
    await db
      .update(checkouts)
      .set({ providerOrderId, ...accountFields(provider), nextAttemptAt: checkouts.expiresAt })
      .where(and(eq(checkouts.key, key), isNull(checkouts.providerOrderId)));
    return findCheckout(db, caller.shopperId, key);
  } catch (error) {
    await discard(db, key);
    throw error;
  }
}

/** Deletes a checkout that has no order at the provider, so that no one can pay it. The same key may be sent again. */
const discard = (db: Database, key: string): Promise<void> =>
  db.transaction(async (tx) => {
    const row = await lockCheckout(tx, key);
    // Another request with the same key has got an order from the provider.
    if (isPayable(row)) return;
    if (row.status === 'open') await freeHeld(tx, [row]);
    await tx.delete(checkouts).where(eq(checkouts.key, key));
  });

/**
 * Settles the shopper's open checkout if it is over, or if it belongs to another account: this process can't find out
 * whether that one was paid, and it must not keep the shopper from buying. Throws a ProviderError.
 */
async function makeWay(call: OpenCall): Promise<void> {
  const open = await findOpenCheckout(call.db, call.caller.shopperId);
  if (!open || open.key === call.body.key) return;
  if (open.isOver || !isAt(call.provider, open)) await settle(call, open, 'always');
}

/** Opens a checkout. Called again with the same key, it returns the same one. Throws a ProviderError. */
export async function openCheckout(call: OpenCall): Promise<Result<PayableRow, ServerRefusal>> {
  await makeWay(call);
  const reserved = await reserve(call);
  if (!reserved.ok) return reserved;
  const payable = await makePayable(call, reserved.value);
  return payable ? ok(payable) : err(refusals.checkoutClosed);
}

const WINDOW_MS = 24 * 3_600_000;

/** Number of checkouts that a shopper may leave unpaid within the window before having to wait. */
const FREE_COUNT = 5;

/**
 * Returns the refusal for a shopper who has left too many checkouts unpaid, cancelled or not: each held its pieces
 * while it was open. The wait counts from the last opening, and each further unpaid checkout adds a checkout's lifetime
 * to it.
 */
async function refuseAfterUnpaid(
  db: Database,
  shopperId: string,
): Promise<ServerRefusal | undefined> {
  const [unpaid] = await db
    .select({
      count: count(),
      sinceLastSeconds: sql<number>`extract(epoch from now() - ${max(checkouts.openedAt)})::float8`,
    })
    .from(checkouts)
    .where(
      and(
        eq(checkouts.shopperId, shopperId),
        gt(checkouts.openedAt, ago(WINDOW_MS)),
        eq(checkouts.status, 'closed'),
        isNull(checkouts.paymentId),
      ),
    );
  if (!unpaid || unpaid.count < FREE_COUNT) return undefined;
  const waitSeconds = ((unpaid.count - FREE_COUNT + 1) * CHECKOUT_LIFETIME_MS) / 1000;
  const retryAfterSeconds = Math.ceil(waitSeconds - unpaid.sinceLastSeconds);
  if (retryAfterSeconds <= 0) return undefined;
  return serverRefusals.tooManyUnpaid(retryAfterSeconds);
}
