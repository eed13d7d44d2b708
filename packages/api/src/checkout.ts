import { type Checkout, instantSchema, type LineItem, type SeenLine } from '@patchwork/domain';
import * as v from 'valibot';
import { type BodyCodec, bodyAsIs } from './endpoint.ts';
import { boughtEntries, orderResponse } from './order.ts';

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
const key = v.pipe(v.string(), v.uuid());

/** From the wire's format to the domain's `Checkout`: only lines and address differ. */
export const checkoutSchema = v.pipe(
  v.object({
    key,
    status: v.picklist(['open', 'paid', 'closed']),
    openedAt: instantSchema,
    expiresAt: instantSchema,
    ...boughtEntries,
    payment: v.object({
      provider: v.picklist(['simulator', 'razorpay']),
      orderId: text,
      keyId: v.exactOptional(text),
    }),
  }),
  v.transform((checkout): Checkout => checkout),
);

/** A checkout in the API's format. */
export type WireCheckout = v.InferInput<typeof checkoutSchema>;

export const checkoutResponse = v.object({ checkout: checkoutSchema });
export const settledResponse = v.object({
  checkout: checkoutSchema,
  order: v.nullable(orderResponse),
});

export interface CheckoutRequest {
  readonly key: string;
  readonly addressId: string;
  /** What the shopper saw. */
  readonly lines: readonly LineItem[];
}

const wireSeenLine = v.object({
  _id: v.string(),
  qty: v.pipe(v.number(), v.safeInteger()),
  price: v.pipe(v.number(), v.safeInteger()),
});

export const decodeSeenLine = ({
  _id: productId,
  qty: quantity,
  price,
}: v.InferOutput<typeof wireSeenLine>): SeenLine => ({ productId, quantity, price });

/** The key is made by the client: a request that is sent twice opens one checkout. */
export const checkoutBody = {
  encode: ({ lines, ...request }: CheckoutRequest) => ({
    ...request,
    lines: lines.map(({ product, quantity }) => ({
      _id: product.id,
      qty: quantity,
      price: product.price,
    })),
  }),
  schema: v.object({ key, addressId: text, lines: v.array(wireSeenLine) }),
} satisfies BodyCodec;

/** What a provider's window gives to the shop; the shop passes it on. */
export const confirmationBody = bodyAsIs(
  v.object({ paymentId: text, signature: v.pipe(v.string(), v.maxLength(200)) }),
);

export const simulationResponse = v.object({ paymentId: text, signature: text });

export const outcomeBody = bodyAsIs(v.object({ outcome: v.picklist(['success', 'decline']) }));
