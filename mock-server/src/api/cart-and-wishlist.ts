import { refusals } from '@patchwork/api/refusals';
import { err, ok, timestamp } from '@patchwork/domain';
import type { Call, Handlers } from './handler.ts';

function changeLine(
  { user, data }: Pick<Call<'getCart'>, 'user' | 'data'>,
  productId: string,
  change: (quantity: number) => number,
) {
  if (!user.cart.some(({ _id }) => _id === productId)) return err(refusals.notInCart);
  const now = timestamp(new Date());
  const cart = user.cart.map((line) =>
    line._id === productId ? { ...line, qty: change(line.qty), updatedAt: now } : line,
  );
  data.saveUser({ ...user, cart });
  return ok({ cart });
}

/** Handlers of the cart. They read only the id of a product that was sent, and store the mock's own fields. */
export const cartHandlers = {
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

  /** Changes the quantity without bounds, as specified. The client removes a line instead of counting down to 0. */
  changeCartQuantity: ({ params, body, user, data }) => {
    const step = body.action.type === 'increment' ? 1 : -1;
    return changeLine({ user, data }, params.productId, (quantity) => quantity + step);
  },

  setCartQuantity: ({ params, body, user, data }) =>
    changeLine({ user, data }, params.productId, () => body.quantity),

  removeFromCart: ({ params, user, data }) => {
    const cart = user.cart.filter(({ _id }) => _id !== params.productId);
    if (cart.length < user.cart.length) data.saveUser({ ...user, cart });
    else if (!data.products.some(({ _id }) => _id === params.productId)) {
      return err(refusals.productUnknown);
    }
    return ok({ cart });
  },
} satisfies Partial<Handlers>;

/** Handlers of the wishlist. They read only the id of a product that was sent, and store the mock's own fields. */
export const wishlistHandlers = {
  getWishlist: ({ user }) => ok({ wishlist: user.wishlist }),

  addToWishlist: ({ body, user, data }) => {
    const product = data.products.find(({ _id }) => _id === body.product._id);
    if (!product) return err(refusals.productUnknown);
    if (user.wishlist.some(({ _id }) => _id === product._id))
      return ok({ wishlist: user.wishlist });
    const now = timestamp(new Date());
    const wishlist = [...user.wishlist, { ...product, createdAt: now, updatedAt: now }];
    data.saveUser({ ...user, wishlist });
    return ok({ wishlist });
  },

  removeFromWishlist: ({ params, user, data }) => {
    const wishlist = user.wishlist.filter(({ _id }) => _id !== params.productId);
    if (wishlist.length < user.wishlist.length) data.saveUser({ ...user, wishlist });
    else if (!data.products.some(({ _id }) => _id === params.productId)) {
      return err(refusals.productUnknown);
    }
    return ok({ wishlist });
  },
} satisfies Partial<Handlers>;
