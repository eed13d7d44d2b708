import { badField } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import { encodeOrderPage, orderCursorFault } from '@patchwork/api/wire';
import { err, ok } from '@patchwork/domain';
import { and, desc, eq } from 'drizzle-orm';
import { orders } from '../database/schema.ts';
import { changeOrder } from '../orders/change-order.ts';
import { askExchange } from '../orders/exchanges.ts';
import { payRefunds } from '../orders/refunds.ts';
import { olderThan } from '../rows/older-than.ts';
import { findOrder, hasId, ordersByTime, toWireOrder } from '../rows/order-row.ts';
import type { Call, Handlers } from './handler.ts';

type OrderCall = Call<
  'findOrder' | 'cancelOrder' | 'askReturn' | 'askExchange' | 'withdrawExchange'
>;

const isOwn = ({ caller: { shopperId }, params }: OrderCall) =>
  and(eq(orders.shopperId, shopperId), hasId(params.order));

async function change(call: OrderCall, action: Parameters<typeof changeOrder>[2]) {
  const changed = await changeOrder(call.db, isOwn(call), action);
  if (!changed.ok) return err(refusals[changed.error]);
  await payRefunds(call, changed.value);
  const order = await findOrder(call.db, isOwn(call));
  return ok({ order: toWireOrder(order ?? changed.value.order, call.returnDays) });
}

export const orderHandlers = {
  listOrders: async ({ db, returnDays, caller: { shopperId }, query: { limit, cursor } }) => {
    const isOwner = eq(orders.shopperId, shopperId);
    const isOlder = await olderThan(db, ordersByTime, cursor, isOwner);
    if (!isOlder) return err(badField('cursor', orderCursorFault));
    const rows = await db
      .select()
      .from(orders)
      .where(and(isOwner, isOlder))
      .orderBy(desc(orders.placedAt), desc(orders.id))
      .limit(limit + 1);
    return ok(
      encodeOrderPage(
        rows.map((row) => toWireOrder(row, returnDays)),
        limit,
      ),
    );
  },

  findOrder: async (call) => {
    const order = await findOrder(call.db, isOwn(call));
    return order ? ok({ order: toWireOrder(order, call.returnDays) }) : err(refusals.orderUnknown);
  },

  cancelOrder: (call) => change(call, { type: 'cancel', by: 'shopper', ...call.body }),

  askReturn: (call) => change(call, { type: 'askReturn', days: call.returnDays, ...call.body }),

  askExchange: (call) => change(call, askExchange(call.body, call)),

  withdrawExchange: (call) =>
    change(call, { type: 'withdrawExchange', product: call.params.productId }),
} satisfies Partial<Handlers>;
