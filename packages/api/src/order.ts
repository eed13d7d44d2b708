import { instantSchema, type LineItem, type Order } from '@patchwork/domain';
import * as v from 'valibot';
import { addressResponse, type WireAddress } from './address.ts';
import { encodeProduct, lineSchema, type WireProduct } from './product.ts';

const text = v.pipe(v.string(), v.nonEmpty());

/** What was bought, as order and checkout both hold it. `total` is a number: whole rupees. */
export const boughtEntries = {
  lines: v.pipe(v.array(lineSchema), v.nonEmpty()),
  total: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  address: addressResponse,
};

/** From the wire's format to the domain's. */
export const orderResponse = v.pipe(
  v.object({ _id: text, placedAt: instantSchema, ...boughtEntries, paymentReference: text }),
  v.transform(({ _id: id, ...order }): Order => ({ id, ...order })),
);

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

export const encodeLine = ({ product, quantity }: LineItem): WireLine => ({
  ...encodeProduct(product),
  qty: quantity,
});
