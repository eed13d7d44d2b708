const filters = ['changeFiltersAtom', 'clearFiltersAtom', 'followLocationAtom'];
const addresses = ['addAddressAtom', 'updateAddressAtom', 'deleteAddressAtom'];
const wishlist = ['toggleWishlistAtom', 'moveToWishlistAtom'];
const cart = [
  'addToCartAtom',
  'changeQuantityAtom',
  'removeFromCartAtom',
  'moveToWishlistAtom',
  'placeOrderAtom',
];

interface Writers {
  /** The verbs of packages/state that change the value, by their names. */
  readonly verbs: readonly string[];
  /** Who else does. */
  readonly others?: string;
}

const answers = 'the API’s answers';

/** Who may write each shared value, as packages/state says beside it. */
export const writers: Readonly<Record<string, Writers>> = {
  addressesAtom: { verbs: addresses },
  cartAtom: { verbs: cart, others: answers },
  cartLoadAtom: { verbs: cart, others: answers },
  categoriesAtom: { verbs: [], others: answers },
  filtersAtom: { verbs: filters },
  isOfflineAtom: { verbs: [], others: 'the browser’s network events, and answers that fail' },
  listedProductsAtom: { verbs: filters, others: answers },
  orderHistoryAtom: { verbs: ['placeOrderAtom'] },
  pathToAtom: { verbs: [], others: 'createShopStore, once' },
  paymentConfigAtom: { verbs: [], others: 'the runtime configuration, once' },
  pendingChangesAtom: { verbs: [...cart, ...wishlist], others: answers },
  pendingPaymentAtom: { verbs: ['openPaymentAtom', 'discardPaymentAtom', 'placeOrderAtom'] },
  placedOrderAtom: { verbs: ['placeOrderAtom'] },
  productsAtom: { verbs: [], others: answers },
  selectedAddressAtom: { verbs: ['selectAddressAtom', 'deleteAddressAtom'] },
  sessionAtom: {
    verbs: ['loginAtom', 'signupAtom', 'logoutAtom'],
    others: 'the storage, and a token that was refused',
  },
  wishlistAtom: { verbs: wishlist, others: answers },
  wishlistLoadAtom: { verbs: wishlist, others: answers },
};
