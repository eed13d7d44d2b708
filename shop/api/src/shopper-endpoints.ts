import { addressEndpoints } from './addresses.ts';
import { authEndpoints } from './auth.ts';
import { cartEndpoints, wishlistEndpoints } from './cart-and-wishlist.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { checkoutEndpoints } from './checkouts.ts';
import { deliveryEndpoints } from './delivery.ts';
import type { Endpoint } from './endpoint.ts';
import { orderEndpoints } from './orders.ts';
import { stockAlertEndpoints } from './stock-alerts.ts';

/**
 * Endpoints that the shop's pages call. They have their own file because a bundler keeps a module in one piece:
 * otherwise shoppers would download the operator's endpoints too.
 */
export const shopperEndpoints = {
  ...catalogueEndpoints,
  ...authEndpoints,
  ...wishlistEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...deliveryEndpoints,
  ...orderEndpoints,
  ...checkoutEndpoints,
  ...stockAlertEndpoints,
} as const satisfies Record<string, Endpoint>;
