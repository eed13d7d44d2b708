import { addressHandlers } from './addresses.ts';
import { authHandlers } from './auth.ts';
import { cartHandlers, wishlistHandlers } from './cart-and-wishlist.ts';
import type { catalogueHandlers } from './catalogue.ts';
import { checkoutHandlers, orderHandlers } from './checkouts.ts';
import type { Handlers } from './handler.ts';

/*
 * Calls of shoppers who log in or have done so. They are loaded, with jose, at the first such call: other visitors need
 * only the catalogue.
 */

export { verifyToken } from './tokens.ts';

export const shopperHandlers: Omit<Handlers, keyof typeof catalogueHandlers> = {
  ...addressHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...orderHandlers,
  ...wishlistHandlers,
};
