import { instantSchema, isHttpsAddress, isOwnPath, MAX_LENGTH } from '@patchwork/domain';
import * as v from 'valibot';
import {
  asIs,
  type Endpoint,
  listOf,
  pageSizeUpTo,
  type QueryCodec,
  sentId,
  withoutNul,
} from './endpoint.ts';
import { operatorCalls } from './operator-calls.ts';
import { lineIds, orderEntries, reasonBody } from './orders.ts';
import { productEntries, SWATCH } from './product.ts';

/*
 * The operator's calls. The shop's pages don't make them, so they are not in the client, and no shopper downloads them.
 */

const text = v.pipe(v.string(), v.nonEmpty());
const shortText = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200));
const httpsAddress = v.pipe(
  v.string(),
  v.maxLength(MAX_LENGTH.url),
  v.check(isHttpsAddress, 'must be an https address'),
);

/** Whether pages may show a picture from this URL. */
export const isPictureAddress = (text: string): boolean => isOwnPath(text) || isHttpsAddress(text);

/** Maximum number of a product's further pictures. */
export const MAX_PICTURES = 8;

/* In a catalogue file, a picture is a line with its address, a space and its description. */

const pictureAddress = v.pipe(
  shortText,
  v.check(
    (address) => isPictureAddress(address) && !/\s/.test(address),
    'must be an address that begins with https:// or a path that begins with /, without spaces',
  ),
);
const pictureText = v.pipe(
  shortText,
  v.regex(/^(?!\d+w$).+$/, 'must be one line, and not a width in pixels such as 400w'),
);

/** Returns the new pictures of a product. Those with an address among `before` keep their files in other widths. */
export const keepSources = <TPicture extends { readonly image: string }>(
  pictures: readonly TPicture[],
  before: readonly TPicture[] = [],
): TPicture[] =>
  pictures.map((picture) => ({
    ...before.find(({ image }) => image === picture.image),
    ...picture,
  }));

const rupees = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10_000_000));

const statuses = ['placed', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded'] as const;

/** Schema of an order in operators' calls, with its status and buyer. */
const operatorOrder = v.object({
  ...orderEntries,
  status: v.picklist(statuses),
  shopper: v.object({ _id: text, name: v.string(), email: v.string() }),
});

const changedOrder = v.object({ order: operatorOrder });

/** Returns the query format of a paged list: `limit`, `cursor`, `search`, and the fields in `fields`. */
const pageQuery = <TFields extends v.ObjectEntries>(fields: TFields) =>
  ({
    encode: (query: Readonly<Record<string, string>>) => query,
    schema: v.object({
      limit: v.optional(pageSizeUpTo(100), '20'),
      cursor: v.optional(sentId),
      search: v.optional(
        v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTH.search), withoutNul),
        '',
      ),
      ...fields,
    }),
  }) satisfies QueryCodec;

const carrier = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(MAX_LENGTH.carrier));

/** Schema of the operator's change to an order. `products` are the product ids of whole lines. */
const orderAction = v.variant('type', [
  v.object({ type: v.literal('pack') }),
  v.object({
    type: v.literal('ship'),
    carrier,
    trackingUrl: v.exactOptional(httpsAddress),
  }),
  v.object({ type: v.literal('deliver') }),
  v.object({ type: v.literal('refuse') }),
  v.object({ type: v.literal('cancel'), products: v.exactOptional(lineIds) }),
  v.object({ type: v.literal('acceptReturn'), products: lineIds }),
  v.object({ type: v.literal('declineReturn'), products: lineIds, reason: reasonBody }),
  v.object({ type: v.literal('declineExchange'), products: lineIds, reason: reasonBody }),
  v.object({
    ...{ type: v.literal('sendExchange'), products: lineIds },
    ...{ carrier, trackingUrl: v.exactOptional(httpsAddress) },
  }),
  v.object({ type: v.literal('completeExchange'), products: lineIds }),
  v.object({ type: v.literal('grantRefund'), products: lineIds, reason: reasonBody }),
  v.object({ type: v.literal('recordRefund'), products: lineIds, reference: shortText }),
]);

/** Schema of a product as the operator sees it. `held` is the part of `stock` that is reserved
 * for payments and exchanges. */
const operatorProduct = v.object({
  ...productEntries,
  stock: v.number(),
  held: v.number(),
  isHidden: v.boolean(),
});

const changedProduct = v.object({ product: operatorProduct });

const productColour = v.object({
  name: v.pipe(shortText, v.maxLength(60)),
  swatch: v.pipe(v.string(), v.regex(SWATCH, 'must be a colour such as #2b3766')),
});

/**
 * Schema of a change to a product. Omitted fields stay as they are. `addStock` counts pieces; if negative, it reduces
 * the stock. A style or colour of null is removed.
 */
const productChange = v.object({
  price: v.exactOptional(rupees),
  originalPrice: v.exactOptional(rupees),
  addStock: v.exactOptional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-1_000_000), v.maxValue(1_000_000)),
  ),
  isHidden: v.exactOptional(v.boolean()),
  style: v.exactOptional(v.nullable(v.pipe(shortText, withoutNul))),
  colour: v.exactOptional(v.nullable(productColour)),
  image: v.exactOptional(pictureAddress),
  pictures: v.exactOptional(
    v.pipe(
      v.array(v.object({ image: pictureAddress, alt: pictureText })),
      v.maxLength(MAX_PICTURES, `must have at most ${MAX_PICTURES} pictures`),
    ),
  ),
});

const operatorShopper = v.object({
  _id: text,
  name: v.string(),
  email: v.string(),
  createdAt: instantSchema,
  isEmailConfirmed: v.boolean(),
  isDisabled: v.boolean(),
  orders: v.number(),
});

export const operatorEndpoints = {
  /**
   * Lists all shoppers' orders, newest first. `search` is an order's number or id, an email, or a payment reference.
   * The status 'returnAsked' selects orders with a requested return that is still undecided, 'exchangeOpen' those with an
   * exchange to send or to complete, 'refundDue' those with a refund that is not paid yet.
   */
  listAllOrders: {
    ...operatorCalls.listAllOrders,
    query: pageQuery({
      status: v.optional(v.picklist([...statuses, 'returnAsked', 'exchangeOpen', 'refundDue'])),
    }),
    response: v.object({ orders: listOf(operatorOrder), nextCursor: v.nullable(text) }),
  },
  findAnyOrder: {
    ...operatorCalls.findAnyOrder,
    response: changedOrder,
  },
  /** Applies an action to an order. Repeating it changes nothing. */
  changeOrder: {
    ...operatorCalls.changeOrder,
    body: asIs(v.object({ action: orderAction })),
    response: changedOrder,
  },
  /** Lists all products, including hidden ones, in the order of the catalogue. */
  listStock: {
    ...operatorCalls.listStock,
    query: pageQuery({}),
    response: v.object({ products: listOf(operatorProduct), nextCursor: v.nullable(text) }),
  },
  changeProduct: {
    ...operatorCalls.changeProduct,
    body: asIs(v.object({ change: productChange })),
    response: changedProduct,
  },
  /** Lists the shoppers whose email or name begins with `search`, the newest first. */
  listShoppers: {
    ...operatorCalls.listShoppers,
    query: pageQuery({}),
    response: v.object({ shoppers: listOf(operatorShopper), nextCursor: v.nullable(text) }),
  },
  /** Disables an account and ends its sessions, or enables the account again. */
  changeShopper: {
    ...operatorCalls.changeShopper,
    body: asIs(v.object({ change: v.object({ isDisabled: v.boolean() }) })),
    response: v.object({ shopper: operatorShopper }),
  },
  exportShopper: {
    ...operatorCalls.exportShopper,
    response: v.object({ data: v.looseObject({}) }),
  },
  /** Deletes an account. Refused while the shopper has an open payment or an order in progress. */
  deleteShopper: {
    ...operatorCalls.deleteShopper,
    response: v.object({}),
  },
} as const satisfies Record<string, Endpoint>;
