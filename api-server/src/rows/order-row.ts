import type { WireOrder } from '@patchwork/api/wire';
import { decodeLine } from '@patchwork/api/wire';
import {
  formatOrderNumber,
  isOrderNumber,
  ORDER_NUMBER_BYTES,
  type OrderLife,
  returnDeadline,
} from '@patchwork/domain';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { isUuid } from '../database/expressions.ts';
import { orders, refunds } from '../database/schema.ts';

export type OrderRow = typeof orders.$inferSelect;

/** Condition for orders with a refund that is not paid. */
export const isRefundDue: SQL = sql`exists (select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.refundedAt} is null)`;

/** Condition for orders with a refund that an operator has to pay. */
export const isRefundDueByHand: SQL = sql`exists (select from ${refunds} where ${refunds.orderId} = ${orders.id} and ${refunds.refundedAt} is null and ${refunds.byHand})`;

/** Returns a random order number. It may already be taken, in which case the table's unique index rejects it. */
export const newOrderNumber = (): string =>
  formatOrderNumber(crypto.getRandomValues(new Uint8Array(ORDER_NUMBER_BYTES)));

/** Returns the fields of an order or a checkout about cash on delivery; none if it is paid before. */
export const cashOf = ({
  cashFee,
}: Pick<OrderRow, 'cashFee'>): Pick<WireOrder, 'cashOnDelivery'> =>
  cashFee === null ? {} : { cashOnDelivery: { fee: cashFee } };

/** Returns an order in the API's format. */
export const toWireOrder = (row: OrderRow, returnDays: number): WireOrder => ({
  _id: row.id,
  number: row.number,
  placedAt: row.placedAt.toISOString(),
  lines: row.lines,
  total: row.total,
  address: row.address,
  ...(row.deliveryDays !== null && { deliveryDays: row.deliveryDays }),
  ...cashOf(row),
  paymentReference: row.paymentReference,
  events: row.events,
  returnUntil: returnDeadline(row, returnDays)?.toISOString() ?? null,
});

/** Returns the parts of an order that determine its state. */
export const lifeOf = ({ lines, total, events, cashFee }: OrderRow): OrderLife => ({
  lines: lines.map(decodeLine),
  total,
  events,
  ...cashOf({ cashFee }),
});

/** Returns the condition for the order with this id. Matches nothing if the text is not a UUID. */
export const hasId = (id: string): SQL => (isUuid(id) ? eq(orders.id, id) : sql`false`);

/** Returns the condition for the order with this number or id, as typed by a person. */
export function isReferredToBy(reference: string): SQL {
  const number = reference.trim().toUpperCase();
  return isOrderNumber(number) ? eq(orders.number, number) : hasId(reference.trim());
}

export async function findOrder(
  db: Database,
  condition: SQL | undefined,
): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(condition);
  return order;
}

/** Sort order for `olderThan`: by time, then id. */
export const ordersByTime = { table: orders, time: orders.placedAt, id: orders.id } as const;
