import { badField } from '@patchwork/api/parse-input';
import { refusals } from '@patchwork/api/refusals';
import { orderCursorFault } from '@patchwork/api/wire';
import { err, ok } from '@patchwork/domain';
import { changeAnyOrder, findAnyOrder, listOrders } from '../operator/orders.ts';
import { changeProduct, listProducts, toOperatorProduct } from '../operator/products.ts';
import { changeShopper, listShoppers } from '../operator/shoppers.ts';
import { payRefunds } from '../orders/refunds.ts';
import { MAX_NUMBER } from '../rows/product-row.ts';
import type { Handlers } from './handler.ts';

const unknownCursor = err(badField('cursor', orderCursorFault));

export const operatorHandlers = {
  listAllOrders: async ({ db, returnDays, query }) => {
    const page = await listOrders(db, returnDays, query);
    return page ? ok(page) : unknownCursor;
  },

  findAnyOrder: async ({ db, returnDays, params }) => {
    const order = await findAnyOrder(db, returnDays, params.order);
    return order ? ok({ order }) : err(refusals.orderUnknown);
  },

  changeOrder: async (call) => {
    const { db, caller, returnDays, params, body } = call;
    const changed = await changeAnyOrder(db, params.order, body.action, caller.email);
    if (!changed.ok) return err(refusals[changed.error]);
    await payRefunds(call, changed.value);
    const order = await findAnyOrder(db, returnDays, changed.value.order.id);
    return order ? ok({ order }) : err(refusals.orderUnknown);
  },

  listStock: async ({ db, query: { limit, cursor, search } }) => {
    if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) return unknownCursor;
    return ok(await listProducts(db, { limit, search, after: Number(cursor ?? -1) }));
  },

  changeProduct: async ({ db, caller, params, body }) => {
    const actor = { actor: caller.email, action: 'products change' };
    const changed = await changeProduct(db, params.productId, body.change, actor);
    if (changed.ok) return ok({ product: toOperatorProduct(changed.value) });
    const { fault } = changed.error;
    if (fault !== 'stockTooHigh') return err(refusals[fault]);
    return err(badField('change.addStock', `A product can have at most ${MAX_NUMBER} pieces.`));
  },

  listShoppers: async ({ db, caller, query }) => {
    const actor = { actor: caller.email, action: 'shoppers find' };
    const page = await listShoppers(db, query, actor);
    return page ? ok(page) : unknownCursor;
  },

  changeShopper: async ({ db, caller, params, body: { change } }) => {
    const action = change.isDisabled ? 'shoppers disable' : 'shoppers enable';
    const changed = await changeShopper(db, params.shopper, change, {
      actor: caller.email,
      action,
    });
    return changed.ok ? ok({ shopper: changed.value }) : err(refusals[changed.error]);
  },
} satisfies Partial<Handlers>;
