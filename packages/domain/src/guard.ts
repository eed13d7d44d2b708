import type { PlainPage } from './pages.ts';

/** Who may open a page: anyone, a logged-in shopper, or a visitor who is not logged in. */
type Access = 'open' | 'login' | 'visitor';

/** The page that a visitor gets instead of one with this access; undefined when it may be opened. */
export function redirectFor(access: Access, isLoggedIn: boolean): PlainPage | undefined {
  if (access === 'login' && !isLoggedIn) return 'login';
  if (access === 'visitor' && isLoggedIn) return 'product-list';
  return undefined;
}
