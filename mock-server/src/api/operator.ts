import type { Endpoint, EndpointName } from '@patchwork/api';
import { keepSources, operatorEndpoints } from '@patchwork/api/operator';
import { badField } from '@patchwork/api/parse-input';
import { type Refusal, refusals } from '@patchwork/api/refusals';
import { orderCursorFault, type WireOrder } from '@patchwork/api/wire';
import {
  demoAccount,
  dueRefunds,
  emailKeyOf,
  err,
  hasExchange,
  lineState,
  type OrderStatus,
  ok,
  orderStatus,
  type Result,
  searchKeyOf,
  searchTextOf,
} from '@patchwork/domain';
import type { ProductRow, UserRow } from '../data/rows.ts';
import { accountOf, deleteUser, exportUser } from './account.ts';
import type { Call, Handlers } from './handler.ts';
import { act, newestFirst } from './orders.ts';
import { heldPieces } from './stock.ts';
import { decodeOrder, replaceUser } from './stored-orders.ts';

/* Operator's calls. Loaded with their schemas on the first such call. */

/** Returns the body and query formats of an operator's call; `{}` for any other call. */
export const schemasOf = (name: EndpointName): Partial<Pick<Endpoint, 'body' | 'query'>> =>
  (operatorEndpoints as Readonly<Partial<Record<EndpointName, Endpoint>>>)[name] ?? {};

/** Assumed stock of an available product whose pieces are not counted. */
const UNCOUNTED_STOCK = 1000;

interface Page<T> {
  readonly page: T[];
  readonly nextCursor: string | null;
}

/** Returns the first page or, with `cursor`, the page after the row with that id. Refuses an unknown cursor. */
function pageOf<T extends { readonly _id: string }>(
  rows: readonly T[],
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Result<Page<T>, Refusal> {
  const last = rows.findIndex(({ _id }) => _id === cursor);
  if (cursor !== undefined && last === -1) return err(badField('cursor', orderCursorFault));
  const page = rows.slice(last + 1, last + 1 + limit);
  const isEnd = last + 1 + limit >= rows.length;
  return ok({ page, nextCursor: isEnd ? null : (page.at(-1)?._id ?? null) });
}

const toOperatorOrder = ({ user, order }: { user: UserRow; order: WireOrder }) => ({
  ...order,
  status: orderStatus(decodeOrder(order)),
  shopper: {
    _id: user._id,
    ...(user.account.isDeleted ? { name: '', email: '' } : accountOf(user)),
  },
});

function hasStatus(
  order: ReturnType<typeof toOperatorOrder>,
  wanted: OrderStatus | 'returnAsked' | 'exchangeOpen' | 'refundDue',
): boolean {
  const { status, events, lines } = order;
  if (wanted === 'returnAsked')
    return lines.some(({ _id }) => lineState({ events }, _id) === wanted);
  if (wanted === 'exchangeOpen') return hasExchange(decodeOrder(order));
  return wanted === 'refundDue' ? dueRefunds(decodeOrder(order)).length > 0 : status === wanted;
}

const isFoundBy = (
  { _id, number, paymentReference, shopper }: ReturnType<typeof toOperatorOrder>,
  search: string,
): boolean =>
  [_id, number].some((name) => name.toLowerCase() === search.toLowerCase()) ||
  paymentReference === search ||
  emailKeyOf(shopper.email) === emailKeyOf(search);

const allOrders = (users: readonly UserRow[]) =>
  users.flatMap((user) => user.orders.map((order) => ({ user, order })));

/** Finds an order by number or id. */
function findAny({ data, params }: Pick<Call<'findAnyOrder'>, 'data' | 'params'>) {
  const reference = params.order.trim();
  return allOrders(data.tables().users).find(
    ({ order: { _id, number } }) => _id === reference || number === reference.toUpperCase(),
  );
}

const toOperatorProduct = (
  { stock, isHidden = false, ...row }: ProductRow,
  held: ReadonlyMap<string, number>,
) => ({
  ...row,
  stock: stock ?? (row.in_stock ? UNCOUNTED_STOCK : 0),
  held: held.get(row._id) ?? 0,
  isHidden,
});

const toOperatorShopper = (user: UserRow) => ({
  _id: user._id,
  ...accountOf(user),
  isDisabled: user.account.disabledAt !== undefined,
  orders: user.orders.length,
});

function findShopper({ data, params }: Pick<Call<'exportShopper'>, 'data' | 'params'>) {
  const { users } = data.tables();
  const found = users.find(({ _id }) => _id === params.shopper) ?? data.findUser(params.shopper);
  return found?.account.isDeleted ? undefined : found;
}

export const operatorHandlers = {
  listAllOrders: ({ data, query: { search, status, ...query } }) => {
    const found = allOrders(data.tables().users)
      .map(toOperatorOrder)
      .filter(
        (order) =>
          (!status || hasStatus(order, status)) && (search === '' || isFoundBy(order, search)),
      );
    const listed = pageOf(newestFirst(found), query);
    if (!listed.ok) return listed;
    return ok({ orders: listed.value.page, nextCursor: listed.value.nextCursor });
  },

  findAnyOrder: (call) => {
    const found = findAny(call);
    return found ? ok({ order: toOperatorOrder(found) }) : err(refusals.orderUnknown);
  },

  changeOrder: (call) => {
    const { data, body, now } = call;
    const found = findAny(call);
    if (!found) return err(refusals.orderUnknown);
    const action =
      body.action.type === 'cancel' ? { ...body.action, by: 'operator' as const } : body.action;
    const acted = act({ tables: data.tables(), ...found }, action, now);
    if (!acted.ok) return err(refusals[acted.error]);
    data.replace(acted.value.tables);
    return ok({ order: toOperatorOrder(acted.value) });
  },

  listStock: ({ data, query: { search, ...query }, now }) => {
    const wanted = searchTextOf(search);
    const tables = data.tables();
    const held = heldPieces(tables, now);
    const found = tables.products.filter(
      ({ _id, title }) => _id === search || searchTextOf(title).includes(wanted),
    );
    const listed = pageOf(found, query);
    if (!listed.ok) return listed;
    const products = listed.value.page.map((row) => toOperatorProduct(row, held));
    return ok({ products, nextCursor: listed.value.nextCursor });
  },

  changeProduct: ({ data, params, body, now }) => {
    const tables = data.tables();
    const row = tables.products.find(({ _id }) => _id === params.productId);
    if (!row) return err(refusals.productUnknown);
    const { price, originalPrice, addStock, style, colour, ...same } = body.change;
    const held = heldPieces(tables, now);
    const stock = toOperatorProduct(row, held).stock + (addStock ?? 0);
    if (addStock !== undefined && stock < (held.get(row._id) ?? 0))
      return err(refusals.stockTooLow);
    const { image = row.image } = same;
    const removed = [
      // The files in other widths show the earlier picture.
      ...(image === row.image ? [] : ['sources']),
      ...(style === null ? ['style'] : []),
      ...(colour === null ? ['colour'] : []),
    ];
    const kept = Object.entries(row).filter(([field]) => !removed.includes(field));
    const changed: ProductRow = {
      ...(Object.fromEntries(kept) as ProductRow),
      ...same,
      ...(style && { style }),
      ...(colour && { colour }),
      ...(same.pictures && { pictures: keepSources(same.pictures, row.pictures) }),
      ...(price !== undefined && { price: String(price) }),
      ...(originalPrice !== undefined && { original_price: String(originalPrice) }),
      ...(addStock !== undefined && { stock, in_stock: stock > 0 }),
    };
    const products = tables.products.map((other) => (other === row ? changed : other));
    if (JSON.stringify(changed) !== JSON.stringify(row)) data.replace({ ...tables, products });
    return ok({ product: toOperatorProduct(changed, held) });
  },

  listShoppers: ({ data, query: { search, ...query } }) => {
    const wanted = searchKeyOf(search);
    const found = data
      .tables()
      .users.filter(({ account }) => !account.isDeleted)
      .map(toOperatorShopper)
      .filter(({ email, name }) =>
        [email, name].some((text) => searchKeyOf(text).startsWith(wanted)),
      )
      // Newest first among equal times, which are in whole seconds: rows are stored oldest first.
      .toReversed()
      .sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
    const listed = pageOf(found, query);
    if (!listed.ok) return listed;
    return ok({ shoppers: listed.value.page, nextCursor: listed.value.nextCursor });
  },

  changeShopper: (call) => {
    const user = findShopper(call);
    if (!user) return err(refusals.shopperUnknown);
    const { isDisabled } = call.body.change;
    if (isDisabled && user.account.role === 'operator') return err(refusals.operatorStays);
    if (isDisabled === (user.account.disabledAt !== undefined)) {
      return ok({ shopper: toOperatorShopper(user) });
    }
    const { disabledAt: _disabledAt, ...account } = user.account;
    const disabled = { disabledAt: call.now.toISOString(), sessionsEndedAt: Date.now() };
    const changed = { ...user, account: { ...account, ...(isDisabled && disabled) } };
    const tables = call.data.tables();
    call.data.replace({ ...tables, users: replaceUser(tables.users, changed) });
    return ok({ shopper: toOperatorShopper(changed) });
  },

  exportShopper: (call) => {
    const user = findShopper(call);
    return user ? ok({ data: exportUser(user) }) : err(refusals.shopperUnknown);
  },

  deleteShopper: (call) => {
    const user = findShopper(call);
    return user && user.email !== demoAccount.email
      ? deleteUser(call.data, user, call.now)
      : err(refusals.shopperUnknown);
  },
} satisfies Partial<Handlers>;
