import type { WireBodyOf } from '@patchwork/api';
import { emailKeyOf, isOrderNumber, type OrderStatus } from '@patchwork/domain';
import { and, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { isReturnAsked, isUuid } from '../database/expressions.ts';
import { orders, shoppers } from '../database/schema.ts';
import { changeOrder } from '../orders/change-order.ts';
import { olderThan } from '../rows/older-than.ts';
import { isReferredToBy, isRefundDue, ordersByTime, toWireOrder } from '../rows/order-row.ts';

const select = (db: Database) =>
  db
    .select({
      order: getTableColumns(orders),
      shopper: { _id: shoppers.id, name: shoppers.name, email: shoppers.email },
    })
    .from(orders)
    .innerJoin(shoppers, eq(shoppers.id, orders.shopperId));

type OperatorRow = Awaited<ReturnType<typeof select>>[number];

/** Returns an order in the API's format, with its status and buyer. */
const toOperatorOrder = ({ order, shopper }: OperatorRow, returnDays: number) => ({
  ...toWireOrder(order, returnDays),
  status: order.status,
  shopper,
});

export type OperatorOrder = ReturnType<typeof toOperatorOrder>;

/** Returns the condition for orders found by number, id, email or payment reference; undefined for an empty search. */
async function isFoundBy(db: Database, search: string): Promise<SQL | undefined> {
  if (search === '') return undefined;
  if (isUuid(search) || isOrderNumber(search.toUpperCase())) return isReferredToBy(search);
  if (!search.includes('@')) return eq(orders.paymentReference, search);
  const [shopper] = await db
    .select({ id: shoppers.id })
    .from(shoppers)
    .where(eq(shoppers.emailKey, emailKeyOf(search)));
  return shopper ? eq(orders.shopperId, shopper.id) : sql`false`;
}

/**
 * Conditions of the list of orders that are no status: orders with a line in the state 'returnAsked', with an exchange
 * that is not ended, or with a refund that is not paid.
 */
const conditions = {
  returnAsked: isReturnAsked(orders.events),
  exchangeOpen: sql`${orders.hasExchange}`,
  refundDue: isRefundDue,
} as const;

type OrderFilter = OrderStatus | keyof typeof conditions;

const isCondition = (status: OrderFilter): status is keyof typeof conditions =>
  status in conditions;

const hasStatus = (status: OrderFilter): SQL =>
  isCondition(status) ? conditions[status] : sql`${orders.status} = any(array[${status}])`;

/**
 * Returns the status as the first sort key, so that Postgres uses the index that begins with it. With the index of all
 * orders, Postgres would also read, and skip, all newer orders of other statuses. The filter by status is not an
 * equality, because Postgres would then ignore the status as a sort key.
 */
const byStatus = (status: OrderFilter | undefined): SQL[] =>
  status === undefined || isCondition(status) ? [] : [desc(orders.status)];

export interface OrderSearch {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly search?: string;
  readonly status?: OrderFilter | undefined;
  /** First time at which the orders were placed. */
  readonly from?: Date | undefined;
  /** Time before which the orders were placed. */
  readonly before?: Date | undefined;
}

/** Lists all shoppers' orders, newest first; undefined for an invalid cursor. */
export async function listOrders(
  db: Database,
  returnDays: number,
  { limit, cursor, search = '', status, from, before }: OrderSearch,
) {
  const isOlder = await olderThan(db, ordersByTime, cursor);
  if (!isOlder) return undefined;
  const rows = await select(db)
    .where(
      and(
        await isFoundBy(db, search),
        status && hasStatus(status),
        isOlder,
        from && gte(orders.placedAt, from),
        before && lt(orders.placedAt, before),
      ),
    )
    .orderBy(...byStatus(status), desc(orders.placedAt), desc(orders.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map((row) => toOperatorOrder(row, returnDays));
  return { orders: page, nextCursor: rows.length > limit ? (page.at(-1)?._id ?? null) : null };
}

/** Finds the order with this number or id. */
export async function findAnyOrder(
  db: Database,
  returnDays: number,
  reference: string,
): Promise<OperatorOrder | undefined> {
  const [row] = await select(db).where(isReferredToBy(reference));
  return row && toOperatorOrder(row, returnDays);
}

/** Command names, under which the audit records the actions. */
const commands = {
  pack: 'pack',
  ship: 'ship',
  deliver: 'deliver',
  cancel: 'cancel',
  acceptReturn: 'accept-return',
  declineReturn: 'decline-return',
  declineExchange: 'decline-exchange',
  sendExchange: 'send-exchange',
  completeExchange: 'complete-exchange',
  grantRefund: 'refund',
  refuse: 'refuse',
  recordRefund: 'paid-back',
} as const;

type OperatorAction = WireBodyOf<'changeOrder'>['action'];

/** Changes the order with this number or id on behalf of an operator. */
export const changeAnyOrder = (
  db: Database,
  reference: string,
  action: OperatorAction,
  who: string,
  dryRun = false,
) =>
  changeOrder(
    db,
    isReferredToBy(reference),
    action.type === 'cancel' ? { ...action, by: 'operator' } : action,
    { actor: { actor: who, action: `orders ${commands[action.type]}` }, dryRun },
  );
