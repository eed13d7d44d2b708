import * as v from 'valibot';
import { categories, sizes } from './product.ts';

/*
 * Schemas of stored products. They are not in product.ts, because a bundler would keep unused schemas beside the
 * constants that pages use.
 */

const rupees = v.pipe(v.number(), v.integer(), v.minValue(0));

const sources = v.optional(
  v.pipe(v.array(v.object({ image: v.string(), width: v.number() })), v.readonly()),
);

/** A product as stored in the browser: with parsed fields, validated again when read. */
export const productSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  title: v.string(),
  image: v.string(),
  sources,
  pictures: v.optional(
    v.pipe(v.array(v.object({ image: v.string(), sources, alt: v.string() })), v.readonly()),
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

/** A line of a cart, as stored in the browser. */
export const lineItemSchema = v.object({
  product: productSchema,
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
