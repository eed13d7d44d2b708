import type { LineItem, Product } from '@patchwork/domain';
import * as v from 'valibot';
import { lineSchema, productSchema } from './product.ts';

export type { WireAddress } from './address.ts';
export { decodeAddress, encodeAddress, wireAddress } from './address.ts';
export type { WireCheckout } from './checkout.ts';
export { checkoutSchema, decodeSeenLine } from './checkout.ts';
export type { WireLine, WireOrder } from './order.ts';
export { encodeLine, encodeOrderPage, orderCursorFault, orderResponse } from './order.ts';

/** For a server, of its own rows. Throws where a row is not as the wire has it. */
export const decodeProduct = (row: unknown): Product => v.parse(productSchema, row);
export const decodeLine = (row: unknown): LineItem => v.parse(lineSchema, row);
