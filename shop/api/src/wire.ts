import type { LineItem, Product } from '@patchwork/domain';
import * as v from 'valibot';
import { lineSchema, productSchema } from './product.ts';

export type { WireAddress } from './addresses.ts';
export { addressResponse, decodeAddress, encodeAddress } from './addresses.ts';
export type { WireCheckout } from './checkouts.ts';
export { checkoutSchema, decodeSeenLine } from './checkouts.ts';
export type { WireEvent, WireLine, WireOrder } from './orders.ts';
export {
  encodeEvent,
  encodeLine,
  encodeOrderPage,
  orderCursorFault,
  orderResponse,
} from './orders.ts';

/** Decodes a stored product. Throws if the product is invalid. */
export const decodeProduct = (row: unknown): Product => v.parse(productSchema, row);
export const decodeLine = (row: unknown): LineItem => v.parse(lineSchema, row);
