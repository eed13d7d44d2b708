import { type Category, categories, type LineItem, type Product, sizes } from '@patchwork/domain';
import * as v from 'valibot';
import { type BodyCodec, sentId } from './endpoint.ts';

/** Number in the API's format, which is a string. Numbers are accepted too. */
const numeric = v.union([v.string(), v.number()]);

const toNumber = (value: string | number): number =>
  typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);

/**
 * Whole rupees or whole days. Fractions are refused rather than rounded: the shopper must be charged the price that is
 * shown.
 */
const wholeNumber = v.pipe(
  numeric,
  v.transform(toNumber),
  v.number(),
  v.safeInteger(),
  v.minValue(0),
);

/** Rating from 0 to 5. Empty or absent means 0: a new product without ratings. */
const rating = v.pipe(
  v.nullish(numeric, ''),
  v.transform((value) => (value === '' ? 0 : toNumber(value))),
  v.number(),
  v.minValue(0),
  v.maxValue(5),
);

/** Quantity of a line. Values below 1 become 1, because the mock may decrement a quantity below 1. */
const quantity = v.pipe(
  numeric,
  v.transform(toNumber),
  v.number(),
  v.safeInteger(),
  v.transform((value) => Math.max(1, value)),
);

export const category = v.pipe(v.string(), v.trim(), v.toUpperCase(), v.picklist(categories));

const size = v.pipe(v.string(), v.trim(), v.toUpperCase(), v.picklist(sizes));

/** Schema of a picture's files, in several widths. */
const sources = v.optional(
  v.array(v.object({ image: v.string(), width: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
);

export const productEntries = {
  _id: v.pipe(v.string(), v.nonEmpty()),
  title: v.string(),
  image: v.string(),
  sources,
  pictures: v.optional(v.array(v.object({ image: v.string(), sources, alt: v.string() }))),
  description: v.string(),
  category,
  size,
  price: wholeNumber,
  original_price: wholeNumber,
  rating,
  reviews: v.pipe(v.nullish(numeric, '0'), v.transform(String)),
  in_stock: v.boolean(),
  delivery_time: wholeNumber,
  trending: v.optional(v.boolean(), false),
  care: v.optional(v.string()),
};

const productFields = v.object(productEntries);

const lineFields = v.object({ ...productEntries, qty: quantity });

const toProduct = ({
  _id: id,
  original_price: originalPrice,
  in_stock: inStock,
  delivery_time: deliveryDays,
  ...same
}: v.InferOutput<typeof productFields>): Product => ({
  id,
  originalPrice,
  inStock,
  deliveryDays,
  ...same,
});

export const productSchema = v.pipe(productFields, v.transform(toProduct));

export const lineSchema = v.pipe(
  lineFields,
  v.transform(({ qty, ...product }): LineItem => ({ product: toProduct(product), quantity: qty })),
);

/** A product in the API's format: `_id`, `original_price`, numbers as strings. */
export type WireProduct = v.InferInput<typeof productSchema>;

/** Categories as the API writes them. In responses, upper and lower case are both accepted. */
const wireCategory: Record<Category, string> = { MEN: 'Men', WOMEN: 'Women', KIDS: 'Kids' };

export const encodeProduct = (product: Product): WireProduct => ({
  _id: product.id,
  title: product.title,
  image: product.image,
  ...(product.sources && { sources: [...product.sources] }),
  ...(product.pictures && {
    pictures: product.pictures.map(({ image, sources, alt }) => ({
      image,
      ...(sources && { sources: [...sources] }),
      alt,
    })),
  }),
  description: product.description,
  category: wireCategory[product.category],
  size: product.size,
  price: String(product.price),
  original_price: String(product.originalPrice),
  rating: String(product.rating),
  reviews: product.reviews,
  in_stock: product.inStock,
  delivery_time: String(product.deliveryDays),
  trending: product.trending,
  ...(product.care !== undefined && { care: product.care }),
});

/** Body with a product. A server reads only its id. */
export const productBody = {
  encode: (body: { readonly product: Product }) => ({ product: encodeProduct(body.product) }),
  schema: v.object({ product: v.looseObject({ _id: sentId }) }),
} satisfies BodyCodec;
