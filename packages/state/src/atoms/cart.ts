import {
  findLine,
  isWished,
  type LineItem,
  lineItemSchema,
  type Product,
  type QuantityChange,
} from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { mapAnswer } from '../sync/answer.ts';
import { cartRules } from '../sync/cart-rules.ts';
import { createUserList, type ListLoad } from '../sync/synced-list.ts';
import { requireLoginAtom } from './session.ts';
import { wishlist } from './wishlist.ts';

/** For this package only. */
export const cart = createUserList<LineItem>({
  name: 'cart',
  item: lineItemSchema,
  rules: cartRules,
  words: { added: 'Product added to cart', removed: 'Product removed from cart' },
  load: (api, signal) => mapAnswer(api.getCart({}, signal ? { signal } : {}), (body) => body.cart),
  call: (api, change, options) => {
    const answer = () => {
      if (change.type === 'add')
        return api.addToCart({ body: { product: change.product } }, options);
      const { type, productId } = change;
      if (type === 'remove') return api.removeFromCart({ productId }, options);
      return api.changeCartQuantity({ productId, body: { action: { type } } }, options);
    };
    return mapAnswer(answer(), (body) => body.cart);
  },
});

/** The cart's lines; empty when logged out. Written by the API and this package's verbs only. */
export const cartAtom: Atom<readonly LineItem[]> = cart.itemsAtom;

/** How far the cart is loaded, with `refetch` for 'Try again'. Pending while logged out. */
export const cartLoadAtom: Atom<ListLoad<LineItem>> = cart.loadAtom;

/** Adds one piece unless the cart has the product. Out of stock: nothing. Logged out: asks for login. */
export const addToCartAtom = atom(null, async (_get, set, product: Product): Promise<void> => {
  if (!product.inStock || !set(requireLoginAtom)) return;
  await set(cart.changeAtom, product.id, { type: 'add', product });
});

/** Removes the line, whatever its quantity. Logged out: asks for login. */
export const removeFromCartAtom = atom(
  null,
  async (_get, set, productId: string): Promise<void> => {
    if (!set(requireLoginAtom)) return;
    await set(cart.changeAtom, productId, { type: 'remove', productId });
  },
);

interface QuantityClick {
  readonly productId: string;
  readonly type: QuantityChange;
}

/** One piece more or less; a decrement at quantity 1 removes the line. Logged out: asks for login. */
export const changeQuantityAtom = atom(
  null,
  async (_get, set, { productId, type }: QuantityClick): Promise<void> => {
    if (!set(requireLoginAtom)) return;
    await set(cart.changeAtom, productId, { type, productId });
  },
);

/**
 * Wishes for the line's product, unless it is wished for, and takes the line out of the cart once
 * the wish is safe: refused, it leaves the line. Logged out: asks for login.
 */
export const moveToWishlistAtom = atom(
  null,
  async (get, set, { product }: LineItem): Promise<void> => {
    if (!set(requireLoginAtom)) return;
    const desk = get(cart.deskAtom);
    await set(wishlist.changeAtom, product.id, { type: 'add', product });
    const isSafe = isWished(get(wishlist.shownAtom), product.id);
    const isLeft = findLine(get(cart.shownAtom), product.id) !== undefined;
    if (!isSafe || !isLeft || get(cart.deskAtom) !== desk) return;
    await set(cart.changeAtom, product.id, { type: 'remove', productId: product.id });
  },
);
