import { instantSchema, sizes } from '@patchwork/shop/domain';
import * as v from 'valibot';

/* Operator calls of the API, as far as these pages need them. The shop's API client does not contain them. */

const text = v.pipe(v.string(), v.nonEmpty());
const products = v.array(text);

/** Whole rupees. The API sends prices as strings. */
const rupees = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.safeInteger());

const productEntries = { _id: text, title: v.string(), image: v.string(), price: rupees };

const event = v.variant('type', [
  v.object({ type: v.literal('packed'), at: instantSchema }),
  v.object({
    type: v.literal('delivered'),
    at: instantSchema,
    cash: v.exactOptional(v.number()),
  }),
  v.object({
    type: v.literal('shipped'),
    at: instantSchema,
    carrier: v.string(),
    trackingUrl: v.exactOptional(v.string()),
  }),
  v.object({
    type: v.picklist(['cancelled', 'returnAccepted', 'exchangeWithdrawn', 'exchangeExpired']),
    at: instantSchema,
    products,
  }),
  v.object({
    type: v.literal('exchangeAsked'),
    at: instantSchema,
    products,
    reason: v.string(),
    /** The wanted piece, at the price of the request. */
    to: v.object({
      ...{ id: text, title: v.string(), image: v.string(), size: v.picklist(sizes) },
      colour: v.optional(v.object({ name: v.string(), swatch: v.string() })),
      price: v.number(),
    }),
    until: instantSchema,
  }),
  v.object({
    type: v.literal('exchangeSent'),
    at: instantSchema,
    products,
    carrier: v.string(),
    trackingUrl: v.exactOptional(v.string()),
  }),
  v.object({ type: v.literal('exchanged'), at: instantSchema, products, cash: v.number() }),
  v.object({
    type: v.picklist(['returnAsked', 'returnDeclined', 'exchangeDeclined', 'refundGranted']),
    at: instantSchema,
    products,
    reason: v.string(),
  }),
  v.object({
    type: v.literal('refunded'),
    at: instantSchema,
    cause: v.number(),
    amount: v.number(),
    reference: v.exactOptional(v.string()),
  }),
]);

const statuses = ['placed', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded'] as const;

/**
 * Values of the order filter. The last ones find orders with a return that waits for an answer, with an exchange to send
 * or complete, and with a refund that is not paid.
 */
export const orderFilters = [...statuses, 'returnAsked', 'exchangeOpen', 'refundDue'] as const;

const order = v.object({
  _id: text,
  number: text,
  placedAt: instantSchema,
  status: v.picklist(statuses),
  lines: v.array(
    v.object({ ...productEntries, size: v.string(), qty: v.pipe(v.number(), v.safeInteger()) }),
  ),
  total: v.number(),
  /** Present if the order is paid in cash on delivery. The fee is a part of the total. */
  cashOnDelivery: v.exactOptional(v.object({ fee: v.number() })),
  address: v.object({
    name: v.string(),
    houseNumber: v.string(),
    street: v.string(),
    city: v.string(),
    state: v.string(),
    pinCode: v.string(),
    mobile: v.string(),
  }),
  paymentReference: v.string(),
  events: v.array(event),
  shopper: v.object({ _id: text, name: v.string(), email: v.string() }),
});

const product = v.object({
  ...productEntries,
  original_price: rupees,
  pictures: v.optional(v.array(v.object({ image: v.string(), alt: v.string() })), []),
  size: v.string(),
  style: v.optional(v.string()),
  colour: v.optional(v.object({ name: v.string(), swatch: v.string() })),
  stock: v.number(),
  held: v.number(),
  isHidden: v.boolean(),
});

const shopper = v.object({
  _id: text,
  name: v.string(),
  email: v.string(),
  createdAt: instantSchema,
  isEmailConfirmed: v.boolean(),
  isDisabled: v.boolean(),
  orders: v.number(),
});

export type Order = v.InferOutput<typeof order>;
export type Product = v.InferOutput<typeof product>;
export type Shopper = v.InferOutput<typeof shopper>;

export type OrderAction =
  | { readonly type: 'pack' | 'deliver' | 'refuse' }
  | { readonly type: 'ship'; readonly carrier: string; readonly trackingUrl?: string }
  | {
      readonly type: 'cancel' | 'acceptReturn' | 'completeExchange';
      readonly products: readonly string[];
    }
  | {
      readonly type: 'sendExchange';
      readonly products: readonly string[];
      readonly carrier: string;
      readonly trackingUrl?: string;
    }
  | {
      readonly type: 'declineReturn' | 'declineExchange' | 'grantRefund';
      readonly products: readonly string[];
      readonly reason: string;
    }
  | {
      readonly type: 'recordRefund';
      readonly products: readonly string[];
      readonly reference: string;
    };

/** Change of a product: the fields that differ. Prices are in whole rupees; a negative `addStock` removes pieces. */
export interface ProductChange {
  readonly price?: number;
  readonly originalPrice?: number;
  readonly addStock?: number;
  readonly isHidden?: boolean;
  readonly image?: string;
  readonly pictures?: Product['pictures'];
  /** null removes the style, or the colour. */
  readonly style?: string | null;
  readonly colour?: Product['colour'] | null;
}

/** Query parameters. Undefined and empty ones are not sent. */
const query = {
  encode: (fields: Readonly<Record<string, string | undefined>>) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    ),
};

const get = { method: 'GET', access: 'operator' } as const;
const post = { method: 'POST', access: 'operator' } as const;
const nextCursor = v.nullable(text);

export const listOrders = {
  ...get,
  path: '/api/operator/orders',
  query,
  response: v.object({ orders: v.array(order), nextCursor }),
} as const;

export const findOrder = {
  ...get,
  path: '/api/operator/orders/:order',
  response: v.object({ order }),
} as const;

export const changeOrder = {
  ...post,
  path: '/api/operator/orders/:order',
  body: { encode: (action: OrderAction) => ({ action }) },
  response: v.object({ order }),
} as const;

export const listProducts = {
  ...get,
  path: '/api/operator/products',
  query,
  response: v.object({ products: v.array(product), nextCursor }),
} as const;

export const changeProduct = {
  ...post,
  path: '/api/operator/products/:product',
  body: { encode: (change: ProductChange) => ({ change }) },
  response: v.object({ product }),
} as const;

export const listShoppers = {
  ...get,
  path: '/api/operator/shoppers',
  query,
  response: v.object({ shoppers: v.array(shopper), nextCursor }),
} as const;

export const changeShopper = {
  ...post,
  path: '/api/operator/shoppers/:shopper',
  body: { encode: (isDisabled: boolean) => ({ change: { isDisabled } }) },
  response: v.object({ shopper }),
} as const;

export const exportShopper = {
  ...get,
  path: '/api/operator/shoppers/:shopper/data',
  response: v.object({ data: v.looseObject({}) }),
} as const;

export const deleteShopper = {
  method: 'DELETE',
  access: 'operator',
  path: '/api/operator/shoppers/:shopper',
  response: v.object({}),
} as const;
