import {
  type Category,
  categories,
  type LineItem,
  type Product,
  type Sibling,
  sizes,
} from '@patchwork/domain';
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

/** Colour in sRGB: '#2b3766'. */
export const SWATCH = /^#[\da-fA-F]{6}$/;

/** Schema of a picture's files, in several widths. */
const sources = v.optional(
  v.array(v.object({ image: v.string(), width: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
);

export const colour = v.optional(
  v.object({
    name: v.pipe(v.string(), v.nonEmpty()),
    swatch: v.pipe(v.string(), v.regex(SWATCH)),
  }),
);

const id = v.pipe(v.string(), v.nonEmpty());

const siblingFields = v.object({
  _id: id,
  size,
  colour,
  price: wholeNumber,
  in_stock: v.boolean(),
});

const siblingSchema = v.pipe(
  siblingFields,
  v.transform(({ _id, in_stock: inStock, ...same }): Sibling => ({ id: _id, inStock, ...same })),
);

export const productEntries = {
  _id: id,
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
  /** Id that the product has in common with the same piece in other sizes and colours. */
  style: v.optional(id),
  colour,
  /** The other products of the style. Only in responses of `getProduct`, `queryProducts` and `listTrending`. */
  siblings: v.optional(v.array(siblingSchema)),
  /** Id of the product whose page stands for all siblings in search engines. Only beside `siblings`. */
  canonical_id: v.optional(id),
};

const productFields = v.object(productEntries);

const lineFields = v.object({ ...productEntries, qty: quantity });

const toProduct = ({
  _id: id,
  original_price: originalPrice,
  in_stock: inStock,
  delivery_time: deliveryDays,
  canonical_id: _canonical,
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

/** Returns a product's siblings in the API's format, and the one whose page stands for all. */
export const encodeSiblings = (
  productId: string,
  siblings: readonly Sibling[],
): Required<Pick<WireProduct, 'siblings' | 'canonical_id'>> => ({
  siblings: siblings.map(({ id: _id, size, colour, price, inStock }) => ({
    ...{ _id, size, price: String(price), in_stock: inStock },
    ...(colour && { colour }),
  })),
  canonical_id: [productId, ...siblings.map(({ id }) => id)].sort()[0] ?? productId,
});

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
  ...(product.style !== undefined && { style: product.style }),
  ...(product.colour && { colour: product.colour }),
  ...(product.siblings && encodeSiblings(product.id, product.siblings)),
});

/** Body with a product. A server reads only its id. */
export const productBody = {
  encode: ({ product }: { readonly product: Product }) => ({
    product: encodeProduct({ ...product, siblings: undefined }),
  }),
  schema: v.object({ product: v.looseObject({ _id: sentId }) }),
} satisfies BodyCodec;
