import type { Endpoint } from './endpoint.ts';
import { addressEndpoints } from './endpoints/addresses.ts';
import { authEndpoints } from './endpoints/auth.ts';
import { cartEndpoints } from './endpoints/cart.ts';
import { catalogueEndpoints } from './endpoints/catalogue.ts';
import { checkoutEndpoints } from './endpoints/checkout.ts';
import { orderEndpoints } from './endpoints/orders.ts';
import { wishlistEndpoints } from './endpoints/wishlist.ts';

/**
 * The one table of the API's calls. The client, the handlers of mock and API server, and the contract
 * test derive from it, so a call exists everywhere or nowhere.
 */
export const endpoints = {
  ...catalogueEndpoints,
  ...authEndpoints,
  ...wishlistEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...orderEndpoints,
  ...checkoutEndpoints,
} as const satisfies Record<string, Endpoint>;

export const endpointNames = Object.keys(endpoints) as (keyof typeof endpoints)[];
