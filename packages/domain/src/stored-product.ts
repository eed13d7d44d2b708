import * as v from 'valibot';
import { categories, sizes } from './product.ts';

/*
 * Schemas of stored products. Kept apart from product.ts: a bundler keeps unused schemas that are beside constants
 * that a page needs.
 */

const rupees = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A product as the browser stores it: already parsed, and checked again when it is read back. */
export const productSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  title: v.string(),
  image: v.string(),
  pictures: v.optional(
    v.pipe(v.array(v.object({ image: v.string(), alt: v.string() })), v.readonly()),
  ),
  description: v.string(),
  category: v.picklist(categories),
  size: v.picklist(sizes),
  price: rupees,
  originalPrice: rupees,
  rating: v.number(),
  reviews: v.string(),
  inStock: v.boolean(),
  deliveryDays: v.number(),
  trending: v.boolean(),
  care: v.optional(v.string()),
});

/** A line of a cart, as the browser stores it. */
export const lineItemSchema = v.object({
  product: productSchema,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
