/** The pages whose path holds parameters. */
interface PageParameters {
  readonly product: { readonly productId: string };
}

/** The pages whose path is fixed text. */
export type PlainPage =
  | 'home'
  | 'product-list'
  | 'wishlist'
  | 'login'
  | 'signup'
  | 'logout'
  | 'profile'
  | 'cart'
  | 'checkout'
  | 'order-placed'
  | 'orders'
  | 'request-tester';

/**
 * The shop's pages, by the names under which the remotes declare them (`page` in remote.json). Code
 * names pages only: the paths are the remotes' own, and may change with any of their releases.
 */
export type PageName = PlainPage | keyof PageParameters;

/** The path of a page as the live remotes declare it: `pathTo('product', { productId })`. */
export type PathTo = <Page extends PageName>(
  page: Page,
  ...parameters: Page extends keyof PageParameters ? [PageParameters[Page]] : []
) => string;
