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
 * Moves a line's product to the wishlist. Removes the line once the server has added the product, or at once if the
 * addition waits for the network. If the server refuses it before, the line stays. Without a login, navigates to login.
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
 * Current catalogue data of the products in the cart, and possibly of other products. Products that are no longer sold
 * are missing.
 */
export const cartProductsAtom = sharedValue(
  'cartProductsAtom',
  [productsAtom, cartAtom, 'api'],
  atom((get) => get(get(configurationAtom).queriesCatalogue ? queriedProductsAtom : productsAtom)),
);
