import { refusals } from '@patchwork/api/refusals';
import { err, ok, timestamp } from '@patchwork/domain';
import type { Handlers } from './handler.ts';

/** Of a product that was sent, only the id is used: the wishlist stores the mock's own fields. */
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
