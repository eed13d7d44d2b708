import {
  action,
  cartAtom,
  changeCartAtom,
  changeWishlistAtom,
  configurationAtom,
  productsAtom,
  serverData,
  sessionAtom,
  sharedValue,
  wishlistAtom,
} from '@patchwork/shop';
import { findLine, type LineItem, ok, type Product } from '@patchwork/shop/domain';
import { atom } from 'jotai';

/**
 * Adds the line's product to the wishlist and removes the line from the cart once the server has the product in
 * the wishlist. If the server refuses it, the line stays. Goes to login if no one is logged in.
 */
export const moveToWishlistAtom = action(
  'moveToWishlistAtom',
  [cartAtom, wishlistAtom],
  async (get, set, { product }: LineItem): Promise<void> => {
    const session = get(sessionAtom);
    const { id: productId } = product;
    const isAdded = await set(changeWishlistAtom, { type: 'add', product });
    const isLeft = findLine(get(cartAtom).items, productId) !== undefined;
    if (!isAdded || !isLeft || get(sessionAtom) !== session) return;
    await set(changeCartAtom, { type: 'remove', productId });
  },
);

const queriedProductsAtom = serverData<readonly Product[]>((get) => {
  const ids = get(cartAtom).items.map(({ product }) => product.id);
  return {
    key: ['cart-products', ...ids.toSorted()],
    scope: 'shop',
    async load(api, options) {
      const products: Product[] = [];
      for (const result of await Promise.all(
        ids.map((productId) => api.getProduct({ productId }, options)),
      )) {
        if (result.ok) products.push(result.value.product);
        else if (result.error.kind !== 'status' || result.error.status !== 404) return result;
      }
      return ok(products);
    },
  };
});

/**
 * The catalogue's current products of the cart's lines, perhaps among others; a product that is no longer sold is
 * missing.
 */
export const cartProductsAtom = sharedValue(
  'cartProductsAtom',
  [productsAtom, cartAtom, 'api'],
  atom((get) => get(get(configurationAtom).queriesCatalogue ? queriedProductsAtom : productsAtom)),
);
