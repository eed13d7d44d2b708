import {
  addLine,
  changeLine,
  type LineItem,
  type Product,
  type QuantityChange,
} from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { mapAnswer } from './answer.ts';
import type { Load } from './query-client.ts';
import { servicesAtom } from './services.ts';
import { requireLoginAtom } from './session.ts';
import { createUserList } from './user-list.ts';

const cart = createUserList<LineItem>({
  name: 'cart',
  idOf: ({ product }) => product.id,
  words: { added: 'Product added to cart', removed: 'Product removed from cart' },
  load: (api, signal) => mapAnswer(api.getCart({}, { signal }), (body) => body.cart),
});

const linesOf = (line: LineItem | undefined) => (line ? [line] : []);

/** The cart's lines; empty when logged out. Written by the API and the three verbs below only. */
export const cartAtom: Atom<readonly LineItem[]> = cart.itemsAtom;

/** How far the cart is loaded, with `refetch` for 'Try again'. Pending while logged out. */
export const cartLoadAtom: Atom<Load<readonly LineItem[]>> = cart.loadAtom;

/** Adds one piece unless the cart has the product. Out of stock: nothing. Logged out: asks for login. */
export const addToCartAtom = atom(null, async (get, set, product: Product): Promise<void> => {
  if (!product.inStock || !set(requireLoginAtom)) return;
  const { api } = get(servicesAtom);
  await set(cart.changeAtom, {
    productId: product.id,
    apply: (line) => addLine(linesOf(line), product)[0],
    send: () => mapAnswer(api.addToCart({ body: { product } }), (body) => body.cart),
  });
});

/** Removes the line, whatever its quantity. Logged out: asks for login. */
export const removeFromCartAtom = atom(null, async (get, set, productId: string): Promise<void> => {
  if (!set(requireLoginAtom)) return;
  const { api } = get(servicesAtom);
  await set(cart.changeAtom, {
    productId,
    apply: () => undefined,
    send: () => mapAnswer(api.removeFromCart({ productId }), (body) => body.cart),
  });
});

/** One piece more or less; a decrement at quantity 1 removes the line. Logged out: asks for login. */
export const changeQuantityAtom = atom(
  null,
  async (
    get,
    set,
    { productId, type }: { readonly productId: string; readonly type: QuantityChange },
  ): Promise<void> => {
    if (!set(requireLoginAtom)) return;
    const { api } = get(servicesAtom);
    const apply = (line: LineItem | undefined) => changeLine(linesOf(line), productId, type)[0];
    await set(cart.changeAtom, {
      productId,
      apply,
      send: (line) =>
        mapAnswer(
          apply(line)
            ? api.changeCartQuantity({ productId, body: { action: { type } } })
            : api.removeFromCart({ productId }),
          (body) => body.cart,
        ),
    });
  },
);
