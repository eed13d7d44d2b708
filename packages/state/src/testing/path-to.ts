import type { PageName, PathTo } from '@patchwork/domain';

/** Where a test's pages are. */
const paths: Readonly<Record<PageName, string>> = {
  home: '/',
  'product-list': '/productlist',
  product: '/productlist/:productId',
  wishlist: '/wishlist',
  login: '/login',
  signup: '/signup',
  logout: '/logout',
  profile: '/profile',
  cart: '/cart',
  checkout: '/checkout',
  'order-placed': '/orderplaced',
  orders: '/orders',
  'request-tester': '/mockman',
};

/** Gives a store in a test the pages of a whole shop. */
export const testPathTo: PathTo = (page, ...[parameters]) =>
  paths[page].replace(':productId', parameters?.productId ?? '');
