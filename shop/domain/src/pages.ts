declare global {
  /**
   * The shop's pages by name, with the parameters of their paths: `product: { productId: string }`. A remote declares a
   * page in its remote.json; the generated shop.d.ts adds it here.
   */
  interface PatchworkPages {}
}

export type PageName = keyof PatchworkPages;

/** The pages whose path needs no parameters. */
export type PlainPage = {
  [Page in PageName]: object extends PatchworkPages[Page] ? Page : never;
}[PageName];

/**
 * Returns the path that the live remotes declare for a page: `pathTo('product', { productId })`. For a page that owns
 * everything below its path, '*' is the rest: `pathTo('lab', { '*': 'photos/7' })`.
 */
export type PathTo = <Page extends PageName>(
  page: Page,
  ...parameters: Page extends PlainPage
    ? '*' extends keyof PatchworkPages[Page]
      ? [below?: { readonly '*'?: string }]
      : []
    : [Readonly<PatchworkPages[Page]>]
) => string;

/** Access to a page: for anyone, for logged-in shoppers, or for logged-out visitors. */
type Access = 'open' | 'login' | 'visitor';

/** Returns the page to show instead to someone without access; undefined if they have access. */
export function redirectFor(access: Access, isLoggedIn: boolean): PlainPage | undefined {
  if (access === 'login' && !isLoggedIn) return 'login';
  if (access === 'visitor' && isLoggedIn) return 'product-list';
  return undefined;
}
