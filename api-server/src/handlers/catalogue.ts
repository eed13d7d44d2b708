import { encodeProductPage } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import { err, MAX_TRENDING, ok } from '@patchwork/domain';
import { and, asc, eq, sql } from 'drizzle-orm';
import { findProduct, isShown, toWireProduct } from '../database/product-row.ts';
import { queryProductRows } from '../database/query-products.ts';
import { categories, products } from '../database/schema.ts';
import { serverRefusals } from '../refusals.ts';
import type { Handlers } from './handler.ts';

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

  listProducts: async ({ productList }) => {
    const body = await productList.read();
    return body ? ok(body) : err(serverRefusals.tooManyProducts);
  },

  queryProducts: async ({ db, query }) => ok(encodeProductPage(await queryProductRows(db, query))),

  listTrending: async ({ db }) => {
    const rows = await db
      .select()
      .from(products)
      .where(and(sql`${products.trending}`, isShown))
      .orderBy(asc(products.position))
      .limit(MAX_TRENDING);
    return ok({ products: rows.map(toWireProduct) });
  },

  getProduct: async ({ db, params }) => {
    const product = await findProduct(db, params.productId);
    return product ? ok({ product }) : err(refusals.productUnknown);
  },
} satisfies Partial<Handlers>;
