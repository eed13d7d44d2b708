import * as v from 'valibot';
import { asIs, type Endpoint, listOf } from './endpoint.ts';
import { lineSchema, productBody, productSchema } from './product.ts';

const quantityBody = asIs(
  v.object({ action: v.object({ type: v.picklist(['increment', 'decrement']) }) }),
);

const wholeQuantityBody = asIs(
  v.object({ quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
);

const cartResponse = v.object({ cart: listOf(lineSchema) });

export const cartEndpoints = {
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
  /** Sets the quantity in one call instead of several steps. Idempotent. */
  setCartQuantity: {
    method: 'POST',
    path: '/api/user/cart/:productId/quantity',
    access: 'login',
    status: 200,
    body: wholeQuantityBody,
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

const wishlistResponse = v.object({ wishlist: listOf(productSchema) });

export const wishlistEndpoints = {
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
} as const satisfies Record<string, Endpoint>;
