import { encodeProduct, encodeProductPage, encodeTerms } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import { err, MAX_TRENDING, ok } from '@patchwork/domain';
import { and, asc, eq, sql } from 'drizzle-orm';
import { categories, products } from '../database/schema.ts';
import { StoredBody } from '../http/answer.ts';
import { serverRefusals } from '../http/refusals.ts';
import { findPin, findPinDays } from '../rows/pin-codes.ts';
import { writeProductList } from '../rows/product-list.ts';
import {
  findProduct,
  isFirstOfStyle,
  isShown,
  sibling,
  toProduct,
  withSiblings,
} from '../rows/product-row.ts';
import { queryProductRows } from '../rows/query-products.ts';
import type { Handlers } from './handler.ts';

/** Longer pages are read once, for a sitemap, and would displace what shoppers read. */
const LONGEST_CACHED_PAGE = 100;

const toWireCategory = ({ id, name, description, image }: typeof categories.$inferSelect) => ({
  _id: id,
  categoryName: name,
  description,
  image,
});

export const catalogueHandlers = {
  listCategories: async ({ db }) => {
    const rows = await db.select().from(categories).orderBy(asc(categories.position));
    return ok({ categories: rows.map(toWireCategory) });
  },

  getCategory: async ({ db, params }) => {
    const [row] = await db.select().from(categories).where(eq(categories.id, params.categoryId));
    return row ? ok({ category: toWireCategory(row) }) : err(refusals.categoryUnknown);
  },

  listProducts: async ({ db, catalogue, maxListedProducts }) => {
    const body = await catalogue.read('all', () => writeProductList(db, maxListedProducts));
    return body ? ok(body) : err(serverRefusals.tooManyProducts);
  },

  queryProducts: async ({ db, catalogue, query }) => {
    const make = async ({ hasStyles } = { hasStyles: true }) =>
      JSON.stringify(encodeProductPage(await queryProductRows(db, query, hasStyles)));
    return ok(
      query.limit > LONGEST_CACHED_PAGE
        ? new StoredBody(await make())
        : await catalogue.read(`query ${JSON.stringify(query)}`, make),
    );
  },

  listTrending: async ({ db, catalogue }) => {
    const body = await catalogue.read('trending', async () => {
      const rows = await db
        .select(withSiblings)
        .from(products)
        .where(and(sql`${products.trending}`, isShown, isFirstOfStyle(sql`${sibling.trending}`)))
        .orderBy(asc(products.position))
        .limit(MAX_TRENDING);
      return JSON.stringify({
        products: rows.map(({ product, siblings }) => encodeProduct(toProduct(product, siblings))),
      });
    });
    return ok(body);
  },

  getProduct: async ({ db, catalogue, returnDays, params: { productId } }) => {
    const body = await catalogue.read(`product ${productId}`, async () => {
      const product = await findProduct(db, productId);
      if (!product) return undefined;
      const terms = encodeTerms(product, { returnDays, pinDays: await findPinDays(db) });
      return JSON.stringify({ product, terms });
    });
    return body ? ok(body) : err(refusals.productUnknown);
  },

  checkServiceability: async ({ db, query, cashOnDelivery }) =>
    ok(await findPin(db, query.pin, cashOnDelivery)),
} satisfies Partial<Handlers>;
