import { addressHandlers } from './addresses.ts';
import { authHandlers } from './auth.ts';
import { cartHandlers } from './cart.ts';
import { categoryHandlers } from './categories.ts';
import { checkoutHandlers } from './checkouts.ts';
import type { Handlers } from './handler.ts';
import { orderHandlers } from './orders.ts';
import { productHandlers } from './products.ts';
import { simulatorHandlers } from './simulator.ts';
import { wishlistHandlers } from './wishlist.ts';

export const handlers: Handlers = {
  ...addressHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...categoryHandlers,
  ...checkoutHandlers,
  ...orderHandlers,
  ...simulatorHandlers,
  ...productHandlers,
  ...wishlistHandlers,
};
