import * as v from 'valibot';
import type { Endpoint } from '../endpoint.ts';
import { listOf } from '../list.ts';
import { productBody, productSchema } from '../product.ts';

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
