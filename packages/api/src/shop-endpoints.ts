import { addressEndpoints } from './addresses.ts';
import { authEndpoints } from './auth.ts';
import { cartEndpoints, wishlistEndpoints } from './cart-and-wishlist.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { checkoutEndpoints } from './checkouts.ts';
import type { Endpoint } from './endpoint.ts';
import { orderEndpoints } from './orders.ts';

/**
 * Calls of the shop's pages, which the client makes. They are apart from the table, because a bundler keeps a module in
 * one piece: shoppers would download the operator's calls with them.
 */
export const shopEndpoints = {
  ...catalogueEndpoints,
  ...authEndpoints,
  ...wishlistEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...orderEndpoints,
  ...checkoutEndpoints,
} as const satisfies Record<string, Endpoint>;
