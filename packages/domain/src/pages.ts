declare global {
  /**
   * The shop's pages by name, each with the parameters of its path: `product: { productId: string }`. A page
   * is declared in its remote's remote.json; the generated shop.d.ts adds it here.
   */
  interface PatchworkPages {}
}

export type PageName = keyof PatchworkPages;

/** The pages whose path has no parameters. */
export type PlainPage = {
  [Page in PageName]: keyof PatchworkPages[Page] extends never ? Page : never;
}[PageName];

/** Returns the path of a page as the live remotes declare it: `pathTo('product', { productId })`. */
export type PathTo = <Page extends PageName>(
  page: Page,
  ...parameters: Page extends PlainPage ? [] : [Readonly<PatchworkPages[Page]>]
) => string;

/** Access to a page: for anyone, a logged-in shopper, or a visitor who is not logged in. */
type Access = 'open' | 'login' | 'visitor';

/** Returns the page that a visitor gets instead of one with this access; undefined when it may be opened. */
export function redirectFor(access: Access, isLoggedIn: boolean): PlainPage | undefined {
  if (access === 'login' && !isLoggedIn) return 'login';
  if (access === 'visitor' && isLoggedIn) return 'product-list';
  return undefined;
}
