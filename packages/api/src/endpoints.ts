import type { Product } from '@patchwork/domain';
import * as v from 'valibot';
import { CATEGORIES_PATH, PRODUCTS_PATH } from './catalogue-paths.ts';
import { categorySchema } from './category.ts';
import type { BodyCodec, Endpoint } from './endpoint.ts';
import { listOf } from './list.ts';
import { encodeProduct, lineSchema, productSchema } from './product.ts';
import { loginBody, loginResponse, signupBody, signupResponse } from './session.ts';

const productBody = {
  encode: (body: { readonly product: Product }) => ({ product: encodeProduct(body.product) }),
  schema: v.object({ product: v.looseObject({ _id: v.string() }) }),
} satisfies BodyCodec;

const quantityBody = {
  encode: (body: { readonly action: { readonly type: 'increment' | 'decrement' } }) => body,
  schema: v.object({ action: v.object({ type: v.picklist(['increment', 'decrement']) }) }),
} satisfies BodyCodec;

const wishlistResponse = v.object({ wishlist: listOf(productSchema) });
const cartResponse = v.object({ cart: listOf(lineSchema) });

/**
 * The one table of the API's calls. The client, the mock's handlers and the contract test derive from
 * it, so a call exists everywhere or nowhere.
 */
export const endpoints = {
  listCategories: {
    method: 'GET',
    path: CATEGORIES_PATH,
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
  getProduct: {
    method: 'GET',
    path: '/api/products/:productId',
    access: 'open',
    status: 200,
    response: v.object({ product: productSchema }),
  },
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    access: 'open',
    status: 201,
    body: { encode: (body: v.InferInput<typeof signupBody>) => body, schema: signupBody },
    response: signupResponse,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'open',
    status: 200,
    body: { encode: (body: v.InferInput<typeof loginBody>) => body, schema: loginBody },
    response: loginResponse,
  },
  getWishlist: {
    method: 'GET',
    path: '/api/user/wishlist',
    access: 'login',
    status: 200,
    response: wishlistResponse,
  },
  addToWishlist: {
    method: 'POST',
    path: '/api/user/wishlist',
    access: 'login',
    status: 201,
    body: productBody,
    response: wishlistResponse,
  },
  removeFromWishlist: {
    method: 'DELETE',
    path: '/api/user/wishlist/:productId',
    access: 'login',
    status: 200,
    response: wishlistResponse,
  },
  getCart: {
    method: 'GET',
    path: '/api/user/cart',
    access: 'login',
    status: 200,
    response: cartResponse,
  },
  addToCart: {
    method: 'POST',
    path: '/api/user/cart',
    access: 'login',
    status: 201,
    body: productBody,
    response: cartResponse,
  },
  changeCartQuantity: {
    method: 'POST',
    path: '/api/user/cart/:productId',
    access: 'login',
    status: 200,
    body: quantityBody,
    response: cartResponse,
  },
  removeFromCart: {
    method: 'DELETE',
    path: '/api/user/cart/:productId',
    access: 'login',
    status: 200,
    response: cartResponse,
  },
} as const satisfies Record<string, Endpoint>;

export const endpointNames = Object.keys(endpoints) as (keyof typeof endpoints)[];
