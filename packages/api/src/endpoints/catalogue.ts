import * as v from 'valibot';
import { PRODUCTS_PATH } from '../catalogue-paths.ts';
import { categorySchema } from '../category.ts';
import type { Endpoint } from '../endpoint.ts';
import { listOf } from '../list.ts';
import { productSchema } from '../product.ts';
import { productPageResponse, productQuery } from '../product-query.ts';

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
  getProduct: {
    method: 'GET',
    path: '/api/products/:productId',
    access: 'open',
    status: 200,
    response: v.object({ product: productSchema }),
  },
} as const satisfies Record<string, Endpoint>;
