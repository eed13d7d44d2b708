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
import { and, count, eq, gt, isNull, max, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { ago, fromNow, now } from '../database/expressions.ts';
import { toProduct } from '../database/product-row.ts';
import { checkouts } from '../database/schema.ts';
import { lockWithAddress, readCart } from '../database/shopper-rows.ts';
import type { Call } from '../handlers/handler.ts';
import { ProviderError } from '../payment/provider.ts';
import { type ServerRefusal, serverRefusals } from '../refusals.ts';
import {
  accountFields,
  type CheckoutRow,
  checkoutFields,
  findCheckout,
  findOpenCheckout,
  isAt,
  isPayable,
  ORDER_TIMEOUT_MS,
  type PayableRow,
} from './checkout-row.ts';
import { countCheckout, uncountCheckout } from './holds.ts';
import { freeHeld, settle } from './settle.ts';
import { areFree, changeStock, lockProducts } from './stock.ts';

type OpenCall = Call<'openCheckout'>;

/**
 * Stores an open checkout of the cart at current prices, and reserves its pieces. Returns the existing checkout if the
 * shopper has used the key before.
 */
const reserve = ({ db, provider, caller: { shopperId }, body }: OpenCall) =>
  db.transaction(async (tx): Promise<Result<CheckoutRow, ServerRefusal>> => {
    // Locked, so that parallel requests of a shopper can't open two checkouts.
    const address = await lockWithAddress(tx, shopperId, body.addressId);
    const isOpen = and(eq(checkouts.shopperId, shopperId), eq(checkouts.status, 'open'));
    const found = await tx
      .select(checkoutFields)
      .from(checkouts)
      .where(or(eq(checkouts.key, body.key), isOpen));
    const known = found.find(({ key }) => key === body.key);
    if (known) return known.shopperId === shopperId ? ok(known) : err(refusals.badRequest);
    if (body.lines.length > MAX_ORDER_LINES) return err(refusals.tooManyLines);
    if (found.length > 0) return err(refusals.checkoutOpen);
    const refused = await refuseAfterUnpaid(tx, shopperId);
    if (refused) return err(refused);
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
  const locked = await lockProducts(
    tx,
    cart.map(({ _id }) => _id),
  );
  // A hidden product counts as unknown.
  const rows = locked.filter(({ isHidden }) => !isHidden);
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
 * Makes the provider create the checkout's order, unless there is one. While the shop switches accounts, two processes
 * may each create an order; the first one stored counts. Refuses if the checkout was deleted meanwhile.
 */
async function makePayable(
  call: OpenCall,
  row: CheckoutRow,
): Promise<Result<PayableRow, ServerRefusal>> {
  if (isPayable(row)) return ok(row);
  const { db, provider, caller, log } = call;
  const { key, total } = row;
  try {
    const providerOrderId = await provider.createOrder({ key, amountPaise: toPaise(total) });
    const [made] = await db
      .update(checkouts)
      .set({ providerOrderId, ...accountFields(provider), nextAttemptAt: checkouts.expiresAt })
      .where(and(eq(checkouts.key, key), isNull(checkouts.providerOrderId)))
      .returning(checkoutFields);
    if (made && isPayable(made)) return ok(made);
    const payable = await findCheckout(db, caller.shopperId, key);
    return payable ? ok(payable) : err(refusals.checkoutClosed);
  } catch (error) {
    await discard(db, key);
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, checkout: key }, 'The payment provider created no order');
    return err(serverRefusals.providerSilent);
  }
}

/** Deletes a checkout that has no order at the provider and therefore can't be paid. Its key may be used again. */
const discard = (db: Database, key: string): Promise<void> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .select(checkoutFields)
      .from(checkouts)
      .where(eq(checkouts.key, key))
      .for('update');
    // A parallel request with the same key has deleted the checkout, or received an order.
    if (!row || isPayable(row)) return;
    if (row.status === 'open') await freeHeld(tx, [row]);
    await tx.delete(checkouts).where(eq(checkouts.key, key));
  });

/**
 * Settles the shopper's open checkout if it has ended or belongs to another payment account. In the latter case this
 * process can't find out whether the checkout was paid, but closes it so that it doesn't block the next purchase.
 * Throws a ProviderError.
 */
async function makeWay(call: OpenCall, open: CheckoutRow): Promise<void> {
  if (open.isOver || !isAt(call.provider, open)) await settle(call, open, 'always');
}

async function reserveAndMakePayable(call: OpenCall): Promise<Result<PayableRow, ServerRefusal>> {
  const reserved = await reserve(call);
  return reserved.ok ? makePayable(call, reserved.value) : reserved;
}

/** Opens a checkout. Idempotent by key. Throws a ProviderError. */
export async function openCheckout(call: OpenCall): Promise<Result<PayableRow, ServerRefusal>> {
  const { db, attempts, address, caller, body } = call;
  const open = await findOpenCheckout(db, caller.shopperId);
  // A repeated request. Its checkout is counted already.
  if (open?.key === body.key) return reserveAndMakePayable(call);
  if (open) await makeWay(call, open);
  const cart = await readCart(db, caller.shopperId);
  const refused = await countCheckout(db, attempts, address, cart);
  if (refused) return err(refused);
  const opened = await reserveAndMakePayable(call);
  const isOpened = opened.ok && opened.value.status === 'open';
  if (!isOpened) await uncountCheckout(db, address, cart);
  return opened;
}

const WINDOW_MS = 24 * 3_600_000;

/** Smallest number of unpaid checkouts within WINDOW_MS that makes a shopper wait before opening the next. */
const FREE_COUNT = 5;

/**
 * Returns a refusal if a shopper has recently opened too many checkouts without paying, each of which reserved its
 * pieces for a while. The wait starts when the last of them was opened, and grows by a checkout's lifetime with each
 * further checkout.
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
