import {
  instantSchema,
  type LineItem,
  MAX_LENGTH,
  type Order,
  type OrderEvent,
  sizes,
} from '@patchwork/domain';
import * as v from 'valibot';
import { addressResponse, type WireAddress } from './addresses.ts';
import { asIs, type Endpoint, listOf, pageSizeUpTo, type QueryCodec, sentId } from './endpoint.ts';
import { colour, encodeProduct, lineSchema, type WireProduct } from './product.ts';

const text = v.pipe(v.string(), v.nonEmpty());

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Fields that orders and checkouts share. `total` is a number in whole rupees. */
export const boughtEntries = {
  lines: v.pipe(v.array(lineSchema), v.nonEmpty()),
  total: whole,
  address: addressResponse,
  deliveryDays: v.exactOptional(whole),
  cashOnDelivery: v.exactOptional(v.object({ fee: whole })),
};

const at = instantSchema;
const products = v.pipe(v.array(text), v.nonEmpty());
const reason = v.string();

/** Schema of the piece for which a line is exchanged. */
const exchangePiece = v.object({
  ...{ id: text, title: v.string(), image: v.string(), size: v.picklist(sizes) },
  colour,
  price: whole,
});

/** Schema of an order's event. Its format is the same on the wire and in the program. */
const eventSchema = v.variant('type', [
  v.object({ type: v.literal('packed'), at }),
  v.object({
    type: v.literal('shipped'),
    at,
    carrier: text,
    trackingUrl: v.exactOptional(v.string()),
  }),
  v.object({ type: v.literal('delivered'), at, cash: v.exactOptional(whole) }),
  v.object({ type: v.literal('cancelled'), at, products }),
  v.object({ type: v.literal('returnAsked'), at, products, reason }),
  v.object({ type: v.literal('returnAccepted'), at, products }),
  v.object({ type: v.literal('returnDeclined'), at, products, reason }),
  v.object({
    ...{ type: v.literal('exchangeAsked'), at, products, reason },
    ...{ to: exchangePiece, until: instantSchema },
  }),
  v.object({ type: v.literal('exchangeWithdrawn'), at, products }),
  v.object({ type: v.literal('exchangeExpired'), at, products }),
  v.object({ type: v.literal('exchangeDeclined'), at, products, reason }),
  v.object({
    ...{ type: v.literal('exchangeSent'), at, products },
    ...{ carrier: text, trackingUrl: v.exactOptional(v.string()) },
  }),
  v.object({ type: v.literal('exchanged'), at, products, cash: whole }),
  v.object({ type: v.literal('refundGranted'), at, products, reason }),
  v.object({
    type: v.literal('refunded'),
    at,
    cause: v.number(),
    amount: v.number(),
    reference: v.exactOptional(text),
  }),
]) satisfies v.GenericSchema<unknown, OrderEvent>;

/** An order's event, in the API's format. */
export type WireEvent = v.InferOutput<typeof eventSchema>;

export const encodeEvent = (event: OrderEvent): WireEvent => v.parse(eventSchema, event);

export const orderEntries = {
  _id: text,
  number: text,
  placedAt: instantSchema,
  ...boughtEntries,
  paymentReference: text,
  events: v.array(eventSchema),
  returnUntil: v.nullable(instantSchema),
};

/** Schema of an order. Converts it from the wire's format to the domain's. */
export const orderResponse = v.pipe(
  v.object(orderEntries),
  v.transform(({ _id: id, ...order }): Order => ({ id, ...order })),
);

const changedOrder = v.object({ order: orderResponse });

/** Schema of a page of orders; `nextCursor` is null on the last page. */
const orderPageResponse = v.object({
  orders: listOf(orderResponse),
  nextCursor: v.nullable(text),
});

/** Default number of orders on a page. */
const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** Error message for a cursor that no page has returned. */
export const orderCursorFault = 'must be `nextCursor` of the page before';

export interface OrderPageRequest {
  /** `nextCursor` of the page before; left out for the first page. */
  readonly cursor?: string | undefined;
  /** Maximum number of orders to return, up to 100; 20 by default. */
  readonly limit?: number | undefined;
}

const orderQuery = {
  encode: ({ cursor, limit }: OrderPageRequest): Record<string, string> => ({
    ...(limit !== undefined && { limit: String(limit) }),
    ...(cursor !== undefined && { cursor }),
  }),
  schema: v.object({
    limit: v.optional(pageSizeUpTo(MAX_PAGE_SIZE), String(PAGE_SIZE)),
    cursor: v.optional(v.pipe(v.string(), v.uuid(orderCursorFault))),
  }),
} satisfies QueryCodec;

/** A line in the API's format: the product's fields and `qty`. */
export interface WireLine extends WireProduct {
  readonly qty: number;
}

export interface WireOrder {
  readonly _id: string;
  readonly placedAt: string;
  readonly lines: WireLine[];
  readonly total: number;
  readonly address: WireAddress;
  readonly deliveryDays?: number;
  readonly cashOnDelivery?: { readonly fee: number };
  readonly paymentReference: string;
  readonly number: string;
  readonly events: WireEvent[];
  readonly returnUntil: string | null;
}

/**
 * Returns a page of at most `limit` orders, for a server. `rest` begins with the page's first order. If it has more
 * than `limit` orders, another page follows, and the cursor is the id of this page's last order.
 */
export function encodeOrderPage(
  rest: readonly WireOrder[],
  limit: number,
): v.InferInput<typeof orderPageResponse> {
  const orders = rest.slice(0, limit);
  return { orders, nextCursor: rest.length > limit ? (orders.at(-1)?._id ?? null) : null };
}

export const encodeLine = ({ product, quantity }: LineItem): WireLine => ({
  ...encodeProduct(product),
  qty: quantity,
});

/** Schema of the lines that an action is about, each given by its product's id. */
export const lineIds = v.pipe(v.array(sentId), v.nonEmpty(), v.maxLength(200));
export const reasonBody = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(),
  v.maxLength(MAX_LENGTH.reason),
);

export const orderEndpoints = {
  /** Lists the orders, newest first. Orders that are placed between two requests don't shift the later pages. */
  listOrders: {
    method: 'GET',
    path: '/api/user/orders',
    access: 'login',
    status: 200,
    query: orderQuery,
    response: orderPageResponse,
  },
  findOrder: {
    method: 'GET',
    path: '/api/user/orders/:order',
    access: 'login',
    status: 200,
    response: changedOrder,
  },
  /** Cancels some lines, or all, of an order that is not packed yet. Repeating the call changes nothing. */
  cancelOrder: {
    method: 'POST',
    path: '/api/user/orders/:order/cancellation',
    access: 'login',
    status: 200,
    body: asIs(v.object({ products: v.exactOptional(lineIds) })),
    response: changedOrder,
  },
  /** Requests the return of delivered lines. Repeating the call changes nothing. */
  askReturn: {
    method: 'POST',
    path: '/api/user/orders/:order/returns',
    access: 'login',
    status: 200,
    body: asIs(v.object({ products: lineIds, reason: reasonBody })),
    response: changedOrder,
  },
  /**
   * Requests the exchange of a delivered line, the one of the product `from`, for `to`: another product of its style. It
   * is reserved. Refused if its price isn't `price`, which the shopper saw. Repeating the call changes nothing.
   */
  askExchange: {
    method: 'POST',
    path: '/api/user/orders/:order/exchanges',
    access: 'login',
    status: 200,
    body: asIs(v.object({ from: sentId, to: sentId, price: whole, reason: reasonBody })),
    response: changedOrder,
  },
  /** Withdraws a requested exchange that is not sent yet. Repeating the call changes nothing. */
  withdrawExchange: {
    method: 'DELETE',
    path: '/api/user/orders/:order/exchanges/:productId',
    access: 'login',
    status: 200,
    response: changedOrder,
  },
} as const satisfies Record<string, Endpoint>;
