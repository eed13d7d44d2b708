import { authHandlers } from './auth.ts';
import { cartHandlers } from './cart.ts';
import { categoryHandlers } from './categories.ts';
import type { Handlers } from './handler.ts';
import { productHandlers } from './products.ts';
import { wishlistHandlers } from './wishlist.ts';

export const handlers: Handlers = {
  ...authHandlers,
  ...cartHandlers,
  ...categoryHandlers,
  ...productHandlers,
  ...wishlistHandlers,
};
