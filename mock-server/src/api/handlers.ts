import { addressHandlers } from './addresses.ts';
import { authHandlers } from './auth.ts';
import { cartHandlers } from './cart.ts';
import { catalogueHandlers } from './catalogue.ts';
import { checkoutHandlers } from './checkouts.ts';
import type { Handlers } from './handler.ts';
import { orderHandlers } from './orders.ts';
import { wishlistHandlers } from './wishlist.ts';

export const handlers: Handlers = {
  ...addressHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...catalogueHandlers,
  ...checkoutHandlers,
  ...orderHandlers,
  ...wishlistHandlers,
};
