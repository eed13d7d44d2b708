import {
  type CategoryInfo,
  categories,
  defaultFilters,
  type Filters,
  filterConstraints,
  formatPageEnd,
  MAX_LENGTH,
  PAGE_SIZE,
  type ProductPage,
  type ProductQuery,
  parsePageEnd,
  ratingThresholds,
  sizes,
  sortOrders,
} from '@patchwork/domain';
import * as v from 'valibot';
import { type Endpoint, listOf, pageSizeUpTo, type QueryCodec, withoutNul } from './endpoint.ts';
import { category, encodeProduct, productSchema, type WireProduct } from './product.ts';
import { PRODUCTS_PATH } from './products-path.ts';

export const categorySchema = v.pipe(
  v.object({
    _id: v.pipe(v.string(), v.nonEmpty()),
    categoryName: v.string(),
    description: v.string(),
    image: v.string(),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): CategoryInfo => {
    const wire = dataset.value;
    const parsed = v.safeParse(category, wire.categoryName);
    if (!parsed.success) {
      addIssue({ message: `"${wire.categoryName}" is no category of the shop` });
      return NEVER;
    }
    return {
      id: wire._id,
      category: parsed.output,
      name: wire.categoryName.trim(),
      description: wire.description,
      image: wire.image,
    };
  }),
);

export type WireCategory = v.InferInput<typeof categorySchema>;

/**
 * Maximum number of products on a page, high enough that clients can list all products with few requests, for example
 * for a sitemap.
 */
const MAX_PAGE_SIZE = 500;

/** Whole rupees, as a decimal string in a query. */
const rupees = v.pipe(
  v.string(),
  v.regex(/^\d{1,15}$/, 'must be a whole number of rupees'),
  v.transform(Number),
);

/** Returns the schema of a list such as 'MEN,KIDS', in upper or lower case. An empty list means no constraint. */
const choicesOf = <T extends string>(allowed: readonly T[]) =>
  v.pipe(
    v.string(),
    v.transform((text) => (text === '' ? [] : text.toUpperCase().split(','))),
    v.array(v.picklist(allowed)),
  );

const minRating = v.pipe(
  v.picklist(['0', '1', '2', '3', '4']),
  v.transform((text) => ratingThresholds.find((stars) => String(stars) === text) ?? 0),
);

const search = v.pipe(v.string(), v.maxLength(MAX_LENGTH.search), withoutNul);

const pageEnd = v.pipe(
  v.string(),
  v.transform(parsePageEnd),
  v.check((end) => end !== undefined, 'must be `next` of the page before'),
);

const querySchema = v.pipe(
  v.object({
    search: v.optional(search, ''),
    categories: v.optional(choicesOf(categories), ''),
    sizes: v.optional(choicesOf(sizes), ''),
    minRating: v.optional(minRating, '0'),
    maxPrice: v.optional(rupees),
    priceLimit: v.optional(rupees, String(defaultFilters.maxPrice)),
    sort: v.optional(v.picklist(['', ...sortOrders]), ''),
    limit: v.optional(pageSizeUpTo(MAX_PAGE_SIZE), String(PAGE_SIZE)),
    cursor: v.optional(pageEnd),
  }),
  v.transform(
    ({ maxPrice, priceLimit, limit, sort, cursor, ...chosen }): ProductQuery => ({
      filters: { ...chosen, maxPrice: maxPrice ?? priceLimit, sortBy: sort },
      priceLimit,
      limit,
      after: cursor,
    }),
  ),
);

export interface ProductPageRequest {
  readonly filters: Filters;
  /** Highest price limit that the shop's filter offers, in rupees. */
  readonly priceLimit: number;
  /** `next` of the previous page; left out for the first page. */
  readonly cursor?: string | undefined;
  /** Maximum number of products to return, up to 500; PAGE_SIZE by default. */
  readonly limit?: number | undefined;
}

/**
 * Returns the fields of a query string. Fields with their default value are left out, so that each list has a single
 * address.
 */
function encode({
  filters,
  priceLimit,
  cursor,
  limit,
}: ProductPageRequest): Record<string, string> {
  const { maxPrice, minRating: rating, sortBy } = filters;
  const fields = {
    search: filters.search.trim(),
    categories: filters.categories.join(','),
    sizes: filters.sizes.join(','),
    minRating: rating === 0 ? '' : String(rating),
    maxPrice: maxPrice === priceLimit ? '' : String(maxPrice),
    priceLimit: priceLimit === defaultFilters.maxPrice ? '' : String(priceLimit),
    sort: sortBy,
    cursor: cursor ?? '',
    limit: limit === undefined ? '' : String(limit),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
}

const productQuery = { encode, schema: querySchema } satisfies QueryCodec;

const countSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/**
 * Schema of a page of products. `listed` is only on first pages, `explanation` only on empty ones, `corrected` only if no
 * title has the search: see ProductPage in shop/domain.
 */
export const productPageResponse = v.object({
  products: listOf(productSchema),
  listed: v.optional(countSchema),
  next: v.nullable(v.string()),
  corrected: v.optional(v.string()),
  explanation: v.optional(
    v.object({
      mostRestrictive: v.nullable(v.picklist(filterConstraints)),
      relaxations: v.array(
        v.object({ constraint: v.picklist(filterConstraints), listed: countSchema }),
      ),
      cheapestAbove: v.nullable(productSchema),
    }),
  ),
});

export const encodeProductPage = ({
  products,
  listed,
  next,
  corrected,
  explanation,
}: ProductPage): v.InferInput<typeof productPageResponse> => ({
  products: products.map(encodeProduct),
  ...(listed !== undefined && { listed }),
  next: next ? formatPageEnd(next) : null,
  ...(corrected !== undefined && { corrected }),
  ...(explanation && {
    explanation: {
      mostRestrictive: explanation.mostRestrictive ?? null,
      relaxations: [...explanation.relaxations],
      cheapestAbove: explanation.cheapestAbove ? encodeProduct(explanation.cheapestAbove) : null,
    },
  }),
});

/** What the shop promises for a product: how long a return can be requested, and when it is delivered. */
const termsSchema = v.object({
  is_returnable: v.boolean(),
  /** Days after the delivery; null without returns. */
  return_days: v.nullable(countSchema),
  /** Calendar days from the order to the delivery, at the PIN codes with the fewest and with the most. */
  min_delivery_days: countSchema,
  max_delivery_days: countSchema,
});

/** `pinDays`: the fewest and the most days in the shop's table of PIN codes; undefined if it has none. */
export const encodeTerms = (
  { delivery_time: time }: Pick<WireProduct, 'delivery_time'>,
  { returnDays, pinDays }: { returnDays: number; pinDays: readonly number[] | undefined },
): v.InferInput<typeof termsSchema> => ({
  is_returnable: returnDays > 0,
  return_days: returnDays > 0 ? returnDays : null,
  min_delivery_days: Math.max(Number(time), Math.min(...(pinDays ?? [0]))),
  max_delivery_days: Math.max(Number(time), ...(pinDays ?? [])),
});

export const catalogueEndpoints = {
  listCategories: {
    method: 'GET',
    path: '/api/categories',
    access: 'open',
    status: 200,
    response: v.object({ categories: listOf(categorySchema) }),
  },
  getCategory: {
    method: 'GET',
    path: '/api/categories/:categoryId',
    access: 'open',
    status: 200,
    response: v.object({ category: categorySchema }),
  },
  listProducts: {
    method: 'GET',
    path: PRODUCTS_PATH,
    access: 'open',
    status: 200,
    response: v.object({ products: listOf(productSchema) }),
  },
  queryProducts: {
    method: 'GET',
    path: '/api/product-query',
    access: 'open',
    status: 200,
    query: productQuery,
    response: productPageResponse,
  },
  listTrending: {
    method: 'GET',
    path: '/api/trending-products',
    access: 'open',
    status: 200,
    response: v.object({ products: listOf(productSchema) }),
  },
  getProduct: {
    method: 'GET',
    path: '/api/products/:productId',
    access: 'open',
    status: 200,
    response: v.object({ product: productSchema, terms: v.optional(termsSchema) }),
  },
} as const satisfies Record<string, Endpoint>;
