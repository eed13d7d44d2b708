import type { WireBodyOf } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import { decodeLine, decodeSeenLine, encodeLine } from '@patchwork/api/wire';
import {
  CHECKOUT_LIFETIME_MS,
  cashFault,
  deliveryDays,
  err,
  MAX_ORDER_LINES,
  ok,
  priceCheckout,
  type Result,
  type Serviceability,
  toPaise,
} from '@patchwork/domain';
import { and, asc, count, eq, gt, inArray, isNull, max, or, sql } from 'drizzle-orm';
import type { Caller } from '../auth/sessions.ts';
import { buildOnce, type Database } from '../database/database.ts';
import { ago, fromNow, now } from '../database/expressions.ts';
import { cartLines, checkouts, products, shoppers } from '../database/schema.ts';
import { type ServerRefusal, serverRefusals } from '../http/refusals.ts';
import { providerOf } from '../payment/cash-on-delivery.ts';
import { type PaymentProvider, ProviderError } from '../payment/provider.ts';
import {
  accountFields,
  type CheckoutRow,
  checkoutFields,
  findCheckout,
  isAt,
  isPayable,
  ORDER_TIMEOUT_MS,
  type PayableRow,
} from '../rows/checkout-row.ts';
import { findPin } from '../rows/pin-codes.ts';
import { toProduct } from '../rows/product-row.ts';
import { lockWithAddress, toCartLine } from '../rows/shopper-rows.ts';
import type { Settings } from '../settings.ts';
import { countCheckout, uncountCheckout } from './holds.ts';
import { freeHeld, type Settling, settle } from './settle.ts';
import { areFree, holdSql } from './stock.ts';

/** Validated request of a shopper, and what it takes to open a checkout. */
interface OpenCall extends Settling {
  readonly attempts: Settings['attempts'];
  /** Network of the client. */
  readonly address: string;
  readonly caller: Caller;
  readonly body: WireBodyOf<'openCheckout'>;
  readonly cashOnDelivery: Settings['cashOnDelivery'];
}

/**
 * Stores an open checkout of the cart at current prices, and reserves its pieces. Returns the existing checkout if the
 * shopper has used the key before.
 */
const reserve = ({ db, provider, caller: { shopperId }, body, cashOnDelivery }: OpenCall) =>
  db.transaction(async (tx): Promise<Result<CheckoutRow, ServerRefusal>> => {
    // Locked, so that parallel requests of a shopper can't open two checkouts.
    const address = await lockWithAddress(tx, shopperId, body.addressId);
    const { found, unpaid } = await readEarlier(tx, shopperId, body.key);
    const known = found.find(({ key }) => key === body.key);
    if (known) return known.shopperId === shopperId ? ok(known) : err(refusals.badRequest);
    if (body.lines.length > MAX_ORDER_LINES) return err(refusals.tooManyLines);
    if (found.length > 0) return err(refusals.checkoutOpen);
    const refused = refuseAfterUnpaid(unpaid);
    if (refused) return err(refused);
    if (!address) return err(refusals.addressUnknown);
    const served = await findPin(tx, address.pinCode, cashOnDelivery);
    if (!served.isDeliverable) return err(refusals.pinNotServed);
    const priced = await price(tx, shopperId, body);
    if (!priced.ok) return priced;
    const { lines } = priced.value;
    const cashFee = feeOf(served, priced.value.total, body);
    if (!cashFee.ok) return cashFee;
    const total = priced.value.total + (cashFee.value ?? 0);
    const held = tx.$with('held', {}).as(holdSql(lines));
    const [row] = await tx
      .with(held)
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
        deliveryDays:
          served.days === null ? null : deliveryDays(lines.map(decodeLine), served.days),
        cashFee: cashFee.value,
        ...accountFields(accountFor(provider, body)),
      })
      .returning(checkoutFields);
    if (!row) throw new Error('A checkout was not stored');
    return ok(row);
  });

/** Returns the provider at which a checkout is opened: this process's, or cash on delivery if the shopper chose that. */
const accountFor = (own: PaymentProvider, { cashOnDelivery }: OpenCall['body']): PaymentProvider =>
  cashOnDelivery ? providerOf(own, { provider: 'cod' }) : own;

/**
 * Returns the fee of an order at this price if the shopper chose cash on delivery; null otherwise. Refuses what the shop
 * doesn't offer, and a fee that is not what the shopper saw.
 */
function feeOf(
  served: Serviceability,
  price: number,
  { cashOnDelivery }: OpenCall['body'],
): Result<number | null, ServerRefusal> {
  if (!cashOnDelivery) return ok(null);
  const fault = cashFault(served, price);
  if (fault) return err(refusals[fault]);
  const fee = served.cashOnDelivery?.fee ?? 0;
  return fee === cashOnDelivery.fee ? ok(fee) : err(refusals.cartChanged);
}

const cartQuery = buildOnce((db) => {
  const isIn = eq(cartLines.shopperId, sql.placeholder('shopperId'));
  const ids = db.select({ id: cartLines.productId }).from(cartLines).where(isIn);
  const locked = db
    .$with('locked')
    .as(
      db
        .select()
        .from(products)
        .where(inArray(products.id, ids))
        .orderBy(asc(products.id))
        .for('update'),
    );
  return db
    .with(locked)
    .select()
    .from(cartLines)
    .leftJoin(locked, eq(locked.id, cartLines.productId))
    .where(isIn)
    .orderBy(asc(cartLines.position))
    .prepare('lockCart');
});

/**
 * Returns the shopper's cart, and locks its products until the end of the transaction, in the order of their ids as
 * `lockProducts` does. Products that the catalogue no longer has are missing.
 */
async function lockCart(tx: Database, shopperId: string) {
  const rows = await cartQuery(tx).execute({ shopperId });
  return {
    cart: rows.map(({ cart_lines }) => toCartLine(cart_lines)),
    locked: rows.flatMap((row) => row.locked ?? []),
  };
}

async function price(tx: Database, shopperId: string, body: OpenCall['body']) {
  const { cart, locked } = await lockCart(tx, shopperId);
  // A hidden product counts as unknown.
  const rows = locked.filter(({ isHidden }) => !isHidden);
  const priced = priceCheckout(
    cart.map(decodeLine),
    rows.map((row) => toProduct(row)),
    body.lines.map(decodeSeenLine),
  );
  if (!priced.ok) return err(refusals[priced.error]);
  const lines = priced.value.lines.map(encodeLine);
  if (!areFree(rows, lines)) return err(refusals.notForSale);
  return ok({ lines, total: priced.value.total });
}

const payableStatement = buildOnce((db) =>
  db
    .update(checkouts)
    .set({
      providerOrderId: sql`${sql.placeholder('providerOrderId')}`,
      provider: sql`${sql.placeholder('provider')}`,
      account: sql`${sql.placeholder('account')}`,
      nextAttemptAt: checkouts.expiresAt,
    })
    .where(and(eq(checkouts.key, sql.placeholder('key')), isNull(checkouts.providerOrderId)))
    .returning(checkoutFields)
    .prepare('makePayable'),
);

/**
 * Makes the provider create the checkout's order, unless there is one. While the shop switches accounts, two processes
 * may each create an order; the first one stored counts. Refuses if the checkout was deleted meanwhile.
 */
async function makePayable(
  call: OpenCall,
  row: CheckoutRow,
): Promise<Result<PayableRow, ServerRefusal>> {
  if (isPayable(row)) return ok(row);
  const { db, caller, log } = call;
  const provider = providerOf(call.provider, row);
  const { key, total } = row;
  try {
    const providerOrderId = await provider.createOrder({ key, amountPaise: toPaise(total) });
    const values = { key, providerOrderId, ...accountFields(provider) };
    const [made] = await payableStatement(db).execute(values);
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
  if (open.isOver || !isAt(providerOf(call.provider, open), open))
    await settle(call, open, 'always');
}

async function reserveAndMakePayable(call: OpenCall): Promise<Result<PayableRow, ServerRefusal>> {
  const reserved = await reserve(call);
  return reserved.ok ? makePayable(call, reserved.value) : reserved;
}

/** Returns the shopper's open checkout and, of the cart, what a checkout would reserve. */
async function readBefore(db: Database, shopperId: string) {
  const [before] = await beforeQuery(db).execute({ shopperId });
  if (!before) throw new Error('The shopper of a session is missing');
  return before;
}

const beforeQuery = buildOnce((db) =>
  db
    .select({
      open: checkoutFields,
      lines: sql<readonly { readonly _id: string; readonly qty: number }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('_id', product_id, 'qty', qty)), '[]')
        from cart_lines where shopper_id = ${shoppers.id})`,
    })
    .from(shoppers)
    .leftJoin(checkouts, and(eq(checkouts.shopperId, shoppers.id), eq(checkouts.status, 'open')))
    .where(eq(shoppers.id, sql.placeholder('shopperId')))
    .prepare('readBefore'),
);

/** Opens a checkout. Idempotent by key. Throws a ProviderError. */
export async function openCheckout(call: OpenCall): Promise<Result<PayableRow, ServerRefusal>> {
  const { db, attempts, address, caller, body } = call;
  let { open, lines } = await readBefore(db, caller.shopperId);
  // A repeated request. Its checkout is counted already.
  if (open?.key === body.key) return reserveAndMakePayable(call);
  if (open) {
    await makeWay(call, open);
    // If the checkout was paid, its lines have left the cart.
    ({ lines } = await readBefore(db, caller.shopperId));
  }
  const refused = await countCheckout(db, attempts, address, lines);
  if (refused) return err(refused);
  const opened = await reserveAndMakePayable(call);
  const isOpened = opened.ok && opened.value.status === 'open';
  if (!isOpened) await uncountCheckout(db, address, lines);
  return opened;
}

const WINDOW_MS = 24 * 3_600_000;

/** Smallest number of unpaid checkouts within WINDOW_MS that makes a shopper wait before opening the next. */
const FREE_COUNT = 5;

interface Unpaid {
  readonly count: number;
  /** Time since the last of them was opened; null if there is none. */
  readonly sinceLastSeconds: number | null;
}

const earlierQuery = buildOnce((db) => {
  const isOwn = eq(checkouts.shopperId, sql.placeholder('shopperId'));
  const unpaid = db
    .select({
      count: count().as('count'),
      sinceLastSeconds: sql<
        number | null
      >`extract(epoch from now() - ${max(checkouts.openedAt)})::float8`.as('since_last_seconds'),
    })
    .from(checkouts)
    .where(
      and(
        isOwn,
        gt(checkouts.openedAt, ago(WINDOW_MS)),
        eq(checkouts.status, 'closed'),
        isNull(checkouts.paymentId),
      ),
    )
    .as('unpaid');
  const isOpen = and(isOwn, eq(checkouts.status, 'open'));
  return db
    .select({
      unpaid: { count: unpaid.count, sinceLastSeconds: unpaid.sinceLastSeconds },
      checkout: checkoutFields,
    })
    .from(unpaid)
    .leftJoin(checkouts, or(eq(checkouts.key, sql.placeholder('key')), isOpen))
    .prepare('readEarlier');
});

/** Returns the shopper's open checkout, any checkout with this key, and the shopper's recent checkouts without payment. */
async function readEarlier(tx: Database, shopperId: string, key: string) {
  const rows = await earlierQuery(tx).execute({ shopperId, key });
  return {
    found: rows.flatMap(({ checkout }) => checkout ?? []),
    unpaid: rows[0]?.unpaid ?? { count: 0, sinceLastSeconds: null },
  };
}

/**
 * Returns a refusal if a shopper has recently opened too many checkouts without paying, each of which reserved its
 * pieces for a while. The wait starts when the last of them was opened, and grows by a checkout's lifetime with each
 * further checkout.
 */
function refuseAfterUnpaid({ count, sinceLastSeconds }: Unpaid): ServerRefusal | undefined {
  if (count < FREE_COUNT || sinceLastSeconds === null) return undefined;
  const waitSeconds = ((count - FREE_COUNT + 1) * CHECKOUT_LIFETIME_MS) / 1000;
  const retryAfterSeconds = Math.ceil(waitSeconds - sinceLastSeconds);
  if (retryAfterSeconds <= 0) return undefined;
  return serverRefusals.tooManyUnpaid(retryAfterSeconds);
}
