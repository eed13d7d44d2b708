import { instantSchema, type LineItem, type Order } from '@patchwork/domain';
import * as v from 'valibot';
import { addressResponse, type WireAddress } from './addresses.ts';
import { type Endpoint, listOf, pageSizeUpTo, type QueryCodec } from './endpoint.ts';
import { encodeProduct, lineSchema, type WireProduct } from './product.ts';

const text = v.pipe(v.string(), v.nonEmpty());

/** Fields of a purchase that order and checkout share. `total` is a number: whole rupees. */
export const boughtEntries = {
  lines: v.pipe(v.array(lineSchema), v.nonEmpty()),
  total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  address: addressResponse,
};

/** Schema of an order, from the wire's format to the domain's. */
export const orderResponse = v.pipe(
  v.object({ _id: text, placedAt: instantSchema, ...boughtEntries, paymentReference: text }),
  v.transform(({ _id: id, ...order }): Order => ({ id, ...order })),
);

/** Schema of a page; `nextCursor` is null on the last one. */
const orderPageResponse = v.object({
  orders: listOf(orderResponse),
  nextCursor: v.nullable(text),
});

/** Number of orders on a page, if the request does not say how many. */
const PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** Fault of a cursor that no page has returned. */
export const orderCursorFault = 'must be `nextCursor` of the page before';

/** Request for a part of the order history. */
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

/** An order in the API's format. */
export interface WireOrder {
  readonly _id: string;
  readonly placedAt: string;
  readonly lines: WireLine[];
  readonly total: number;
  readonly address: WireAddress;
  readonly paymentReference: string;
}

/**
 * Returns a page of at most `limit` orders, for a server. `rest` begins with the page's first order, and has at least
 * one more than fit into the page, if there are so many. The cursor is the id of the page's last order.
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

export const orderEndpoints = {
  /** Lists the orders, the newest first. Orders that are placed while the pages are read do not change the later pages. */
  listOrders: {
    method: 'GET',
    path: '/api/user/orders',
    access: 'login',
    status: 200,
    query: orderQuery,
    response: orderPageResponse,
  },
} as const satisfies Record<string, Endpoint>;
