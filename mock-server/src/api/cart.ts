import { ok } from '@patchwork/domain';
import { refuse, texts } from './errors.ts';
import type { Handlers } from './handler.ts';
import { timestamp } from './timestamp.ts';

/** Of a product that was sent, only the id is used: the cart stores the mock's own fields. */
export const cartHandlers: Pick<
  Handlers,
  'getCart' | 'addToCart' | 'changeCartQuantity' | 'removeFromCart'
> = {
  getCart: ({ user }) => ok({ cart: user.cart }),

  addToCart: ({ body, user, data }) => {
    const product = data.products.find(({ _id }) => _id === body.product._id);
    if (!product) return refuse(404, texts.productUnknown);
    if (user.cart.some(({ _id }) => _id === product._id)) return ok({ cart: user.cart });
    const now = timestamp(new Date());
    const cart = [...user.cart, { ...product, createdAt: now, updatedAt: now, qty: 1 }];
    data.saveUser({ ...user, cart });
    return ok({ cart });
  },

  /** The quantity has no lower bound: the client removes a line instead of counting to 0. */
  changeCartQuantity: ({ params, body, user, data }) => {
    if (!user.cart.some(({ _id }) => _id === params.productId)) {
      return refuse(404, texts.notInCart);
    }
    const step = body.action.type === 'increment' ? 1 : -1;
    const now = timestamp(new Date());
    const cart = user.cart.map((line) =>
      line._id === params.productId ? { ...line, qty: line.qty + step, updatedAt: now } : line,
    );
    data.saveUser({ ...user, cart });
    return ok({ cart });
  },

  removeFromCart: ({ params, user, data }) => {
    const cart = user.cart.filter(({ _id }) => _id !== params.productId);
    if (cart.length < user.cart.length) data.saveUser({ ...user, cart });
    else if (!data.products.some(({ _id }) => _id === params.productId)) {
      return refuse(404, texts.productUnknown);
    }
    return ok({ cart });
  },
};
