import type { Product } from '@patchwork/domain';
import * as v from 'valibot';
import { categorySchema } from './category.ts';
import type { BodyCodec, Endpoint } from './endpoint.ts';
import { listOf } from './list.ts';
import { encodeProduct, lineSchema, productSchema } from './product.ts';
import { loginAnswer, loginBody, signupAnswer, signupBody } from './session.ts';

const productBody = {
  encode: (body: { readonly product: Product }) => ({ product: encodeProduct(body.product) }),
  schema: v.object({ product: v.looseObject({ _id: v.string() }) }),
} satisfies BodyCodec;

const quantityBody = {
  encode: (body: { readonly action: { readonly type: 'increment' | 'decrement' } }) => body,
  schema: v.object({ action: v.object({ type: v.picklist(['increment', 'decrement']) }) }),
} satisfies BodyCodec;

const wishlistAnswer = v.object({ wishlist: listOf(productSchema) });
const cartAnswer = v.object({ cart: listOf(lineSchema) });

/**
 * The API, once (SPEC section 7). The client, the mock's handlers and the contract test derive from
 * this table, so a call exists everywhere or nowhere.
 */
export const endpoints = {
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
    path: '/api/products',
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
    response: signupAnswer,
  },
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'open',
    status: 200,
    body: { encode: (body: v.InferInput<typeof loginBody>) => body, schema: loginBody },
    response: loginAnswer,
  },
  getWishlist: {
    method: 'GET',
    path: '/api/user/wishlist',
    access: 'login',
    status: 200,
    response: wishlistAnswer,
  },
  addToWishlist: {
    method: 'POST',
    path: '/api/user/wishlist',
    access: 'login',
    status: 201,
    body: productBody,
    response: wishlistAnswer,
  },
  removeFromWishlist: {
    method: 'DELETE',
    path: '/api/user/wishlist/:productId',
    access: 'login',
    status: 200,
    response: wishlistAnswer,
  },
  getCart: {
    method: 'GET',
    path: '/api/user/cart',
    access: 'login',
    status: 200,
    response: cartAnswer,
  },
  addToCart: {
    method: 'POST',
    path: '/api/user/cart',
    access: 'login',
    status: 201,
    body: productBody,
    response: cartAnswer,
  },
  changeCartQuantity: {
    method: 'POST',
    path: '/api/user/cart/:productId',
    access: 'login',
    status: 200,
    body: quantityBody,
    response: cartAnswer,
  },
  removeFromCart: {
    method: 'DELETE',
    path: '/api/user/cart/:productId',
    access: 'login',
    status: 200,
    response: cartAnswer,
  },
} as const satisfies Record<string, Endpoint>;

export const endpointNames = Object.keys(endpoints) as (keyof typeof endpoints)[];
