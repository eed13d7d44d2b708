import {
  type Checkout,
  instantSchema,
  type LineItem,
  MAX_LENGTH,
  type SeenLine,
} from '@patchwork/domain';
import * as v from 'valibot';
import { asIs, type BodyCodec, type Endpoint, sentId } from './endpoint.ts';
import { boughtEntries, orderResponse } from './orders.ts';

const key = v.pipe(v.string(), v.uuid());

/**
 * Schema of a checkout. Converts lines and address from the wire's format to the domain's; the other fields are the
 * same.
 */
export const checkoutSchema = v.pipe(
  v.object({
    key,
    status: v.picklist(['open', 'paid', 'closed']),
    openedAt: instantSchema,
    expiresAt: instantSchema,
    ...boughtEntries,
    payment: v.object({
      provider: v.picklist(['simulator', 'razorpay', 'cod']),
      orderId: sentId,
      keyId: v.exactOptional(sentId),
    }),
  }),
  v.transform((checkout): Checkout => checkout),
);

export type WireCheckout = v.InferInput<typeof checkoutSchema>;

const checkoutResponse = v.object({ checkout: checkoutSchema });
const settledResponse = v.object({
  checkout: checkoutSchema,
  order: v.nullable(orderResponse),
});

/**
 * Request for a new checkout, before encoding. Exported because declarations of the published packages refer to it.
 * @public
 */
export interface CheckoutRequest {
  readonly key: string;
  readonly addressId: string;
  /** The lines as the shopper saw them. */
  readonly lines: readonly LineItem[];
  /** Present to pay in cash on delivery, for the fee that the shopper saw, in whole rupees. */
  readonly cashOnDelivery?: { readonly fee: number };
}

const wireSeenLine = v.object({
  _id: sentId,
  qty: v.pipe(v.number(), v.safeInteger()),
  price: v.pipe(v.number(), v.safeInteger()),
});

export const decodeSeenLine = ({
  _id: productId,
  qty: quantity,
  price,
}: v.InferOutput<typeof wireSeenLine>): SeenLine => ({ productId, quantity, price });

/**
 * Request body of a new checkout. The client generates the key, so that a request that is sent twice opens one
 * checkout.
 */
const checkoutBody = {
  encode: ({ lines, ...request }: CheckoutRequest) => ({
    ...request,
    lines: lines.map(({ product, quantity }) => ({
      _id: product.id,
      qty: quantity,
      price: product.price,
    })),
  }),
  schema: v.object({
    key,
    addressId: sentId,
    lines: v.array(wireSeenLine),
    cashOnDelivery: v.exactOptional(v.object({ fee: v.pipe(v.number(), v.safeInteger()) })),
  }),
} satisfies BodyCodec;

/** Proof of payment, which the provider's window gives to the page. */
const confirmationBody = asIs(
  v.object({ paymentId: sentId, signature: v.pipe(v.string(), v.maxLength(MAX_LENGTH.id)) }),
);

const simulationResponse = v.object({ paymentId: sentId, signature: sentId });

const outcomeBody = asIs(v.object({ outcome: v.picklist(['success', 'decline']) }));

/** Calls about checkouts. An open checkout reserves its price and stock until it is paid or closed. */
export const checkoutEndpoints = {
  /** Lists the open checkouts: at most one. */
  listCheckouts: {
    method: 'GET',
    path: '/api/user/checkouts',
    access: 'login',
    status: 200,
    response: v.object({ checkouts: v.array(checkoutSchema) }),
  },
  openCheckout: {
    method: 'POST',
    path: '/api/user/checkouts',
    access: 'login',
    status: 201,
    body: checkoutBody,
    response: checkoutResponse,
  },
  /**
   * Asks the provider whether an open checkout was paid. If so, creates its order. If not, and the checkout has
   * expired, closes it.
   */
  settleCheckout: {
    method: 'POST',
    path: '/api/user/checkouts/:key/settlement',
    access: 'login',
    status: 200,
    response: settledResponse,
  },
  confirmCheckout: {
    method: 'POST',
    path: '/api/user/checkouts/:key/confirmation',
    access: 'login',
    status: 201,
    body: confirmationBody,
    response: v.object({ order: orderResponse }),
  },
  /** Closes an open checkout. If it was paid already, creates its order instead. */
  cancelCheckout: {
    method: 'DELETE',
    path: '/api/user/checkouts/:key',
    access: 'login',
    status: 200,
    response: checkoutResponse,
  },
  /** Pays or declines in place of a provider's window, if no real provider is configured. */
  simulatePayment: {
    method: 'POST',
    path: '/api/simulator/orders/:orderId/payment',
    access: 'login',
    status: 201,
    body: outcomeBody,
    response: simulationResponse,
  },
} as const satisfies Record<string, Endpoint>;
