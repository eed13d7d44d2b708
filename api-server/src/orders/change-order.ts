import { randomUUID } from 'node:crypto';
import { encodeEvent } from '@patchwork/api/wire';
import {
  decide,
  dueRefunds,
  err,
  exchangeDeadline,
  hasExchange,
  type OrderAction,
  type OrderEvent,
  type OrderFault,
  ok,
  orderStatus,
  type Result,
  stockMoves,
} from '@patchwork/domain';
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { changeStock, lockProducts } from '../checkout/stock.ts';
import type { Database } from '../database/database.ts';
import { orders, refunds } from '../database/schema.ts';
import { mailOwner } from '../mail/mail-owner.ts';
import { type Actor, recordChange } from '../rows/audit.ts';
import { lifeOf, type OrderRow } from '../rows/order-row.ts';

/** Order after an action, and the event that the action added; the event is undefined if the action changed nothing. */
export interface ChangedOrder {
  readonly order: OrderRow;
  readonly event: OrderEvent | undefined;
}

interface ChangeOptions {
  /** Operator, for the audit; undefined for a change by the shopper or the provider. */
  readonly actor?: Actor;
  /** Whether to check the change without writing it. */
  readonly dryRun?: boolean;
}

/** Locks an order until the transaction ends. Returns it with the database's time after locking. */
async function lockOrder(tx: Database, condition: SQL | undefined) {
  const [row] = await tx
    .select({
      order: getTableColumns(orders),
      // Not the transaction's start, which may precede an event that this transaction has waited for.
      at: sql`clock_timestamp()`.mapWith(orders.placedAt),
    })
    .from(orders)
    .where(condition)
    .for('update');
  return row;
}

/** An action, or what returns it once the order is locked. */
type WantedAction = OrderAction | ((tx: Database, order: OrderRow) => Promise<OrderAction>);

/**
 * Changes one order. Event, status, stock, refunds, mail and audit entry are written together or not at all. Repeating
 * a change has no effect, whoever repeats it.
 */
export const changeOrder = (
  db: Database,
  condition: SQL | undefined,
  action: WantedAction,
  options: ChangeOptions = {},
): Promise<Result<ChangedOrder, OrderFault | 'orderUnknown'>> =>
  db.transaction((tx) => changeWithin(tx, condition, action, options));

async function changeWithin(
  tx: Database,
  condition: SQL | undefined,
  wanted: WantedAction,
  { actor, dryRun = false }: ChangeOptions,
): Promise<Result<ChangedOrder, OrderFault | 'orderUnknown'>> {
  const locked = await lockOrder(tx, condition);
  if (!locked) return err('orderUnknown');
  const { order, at } = locked;
  const action = typeof wanted === 'function' ? await wanted(tx, order) : wanted;
  const decided = decide(lifeOf(order), action, at.toISOString());
  if (!decided.ok) return decided;
  const event = decided.value;
  if (!event) return ok({ order, event });
  const events = [...order.events, encodeEvent(event)];
  const life = lifeOf({ ...order, events });
  const until = exchangeDeadline(life);
  const columns = {
    ...{ events, status: orderStatus(life), hasExchange: hasExchange(life) },
    exchangeUntil: until === undefined ? null : new Date(until),
  };
  const changed = { ...order, ...columns };
  if (dryRun) return ok({ order: changed, event });
  await tx.update(orders).set(columns).where(eq(orders.id, order.id));
  await movePieces(tx, changed);
  await addRefunds(tx, changed);
  await closeRefund(tx, order, event);
  await mailOwner(tx, changed, event);
  if (actor) {
    await recordChange(tx, actor, {
      subject: order.number,
      before: { status: order.status },
      after: { status: changed.status, event },
    });
  }
  return ok({ order: changed, event });
}

/**
 * Reserves, releases, hands over or puts back the pieces of the order's last event, except those of products that were
 * removed from the catalogue.
 */
async function movePieces(tx: Database, order: OrderRow): Promise<void> {
  const moves = stockMoves(lifeOf(order));
  if (moves.length === 0) return;
  // At once, in the order of their ids: a swap changes two products, each in a statement of its own.
  await lockProducts(
    tx,
    moves.map(({ productId }) => productId),
  );
  for (const { move, productId, quantity } of moves) {
    await changeStock(tx, [{ _id: productId, qty: quantity }], move);
  }
}

/** Records the refund that the order's last event makes due, if any. */
async function addRefunds(tx: Database, order: OrderRow): Promise<void> {
  const due = dueRefunds(lifeOf(order)).filter(({ cause }) => cause === order.events.length - 1);
  for (const refund of due) {
    await tx.insert(refunds).values({ id: randomUUID(), orderId: order.id, ...refund });
  }
}

/** Marks the refund that an event reports as paid. */
async function closeRefund(tx: Database, { id }: OrderRow, event: OrderEvent): Promise<void> {
  if (event.type !== 'refunded') return;
  const isThis = and(eq(refunds.orderId, id), eq(refunds.cause, event.cause));
  await tx.update(refunds).set({ refundedAt: sql`now()` }).where(isThis);
}

type RefundRow = typeof refunds.$inferSelect;

/**
 * Records that the provider has accepted a refund. Idempotent. Throws if the order's events don't make the refund due.
 */
export const confirmRefund = (db: Database, { id, orderId, cause }: RefundRow): Promise<void> =>
  db.transaction(async (tx) => {
    const action = { type: 'confirmRefund', cause } as const;
    const changed = await changeWithin(tx, eq(orders.id, orderId), action, {});
    if (!changed.ok) throw new Error(`The refund ${id} can’t be recorded: ${changed.error}`);
    await tx.update(refunds).set({ refundedAt: sql`now()` }).where(eq(refunds.id, id));
  });
