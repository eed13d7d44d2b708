import { authHandlers } from './auth.ts';
import { cartHandlers } from './cart.ts';
import { catalogueHandlers } from './catalogue.ts';
import type { Handlers } from './handler.ts';
import { wishlistHandlers } from './wishlist.ts';

export const handlers: Handlers = {
  ...authHandlers,
  ...cartHandlers,
  ...catalogueHandlers,
  ...wishlistHandlers,
};
