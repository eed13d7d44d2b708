import { refusals } from '@patchwork/api/refusals';
import { err, ok, timestamp } from '@patchwork/domain';
import type { Handlers } from './handler.ts';

/** Of a product that was sent, only the id is used: the cart stores the mock's own fields. */
export const cartHandlers: Pick<
  Handlers,
  'getCart' | 'addToCart' | 'changeCartQuantity' | 'removeFromCart'
> = {
  getCart: ({ user }) => ok({ cart: user.cart }),

  addToCart: ({ body, user, data }) => {
    const product = data.products.find(({ _id }) => _id === body.product._id);
    if (!product) return err(refusals.productUnknown);
    if (user.cart.some(({ _id }) => _id === product._id)) return ok({ cart: user.cart });
    const now = timestamp(new Date());
    const cart = [...user.cart, { ...product, createdAt: now, updatedAt: now, qty: 1 }];
    data.saveUser({ ...user, cart });
    return ok({ cart });
  },

  /** The quantity has no lower bound: the client removes a line instead of counting to 0. */
  changeCartQuantity: ({ params, body, user, data }) => {
    if (!user.cart.some(({ _id }) => _id === params.productId)) {
      return err(refusals.notInCart);
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
      return err(refusals.productUnknown);
    }
    return ok({ cart });
  },
};
