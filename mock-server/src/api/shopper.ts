import { accountHandlers } from './account.ts';
import { addressHandlers } from './addresses.ts';
import { authHandlers } from './auth.ts';
import { cartHandlers, wishlistHandlers } from './cart-and-wishlist.ts';
import type { catalogueHandlers } from './catalogue.ts';
import { checkoutHandlers } from './checkouts.ts';
import type { Handlers } from './handler.ts';
import type { operatorHandlers } from './operator.ts';
import { orderHandlers } from './orders.ts';
import { mailBackInStock, stockAlertHandlers } from './stock-alerts.ts';
import { passTime as passOrderTime } from './time.ts';

/* Calls of shoppers who log in or are logged in. Loaded with jose on the first such call, because other visitors
   need only the catalogue. */

/** Returns the tables at the time `now`; `tables` itself if nothing was due. */
export const passTime: typeof passOrderTime = (tables, now, settings) =>
  mailBackInStock(passOrderTime(tables, now, settings), now);

export { findCaller, verifyToken } from './tokens.ts';

export const shopperHandlers: Omit<
  Handlers,
  keyof typeof catalogueHandlers | keyof typeof operatorHandlers
> = {
  ...accountHandlers,
  ...addressHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...checkoutHandlers,
  ...orderHandlers,
  ...stockAlertHandlers,
  ...wishlistHandlers,
};
