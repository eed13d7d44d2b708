import type { PlainPage } from '@patchwork/domain';
import type { DeclaredRoute } from '@patchwork/federation';

/** The page that the visitor is redirected to; undefined when the route may be opened. */
export function redirectFor(
  access: DeclaredRoute['access'],
  isLoggedIn: boolean,
): PlainPage | undefined {
  if (access === 'login' && !isLoggedIn) return 'login';
  if (access === 'visitor' && isLoggedIn) return 'product-list';
  return undefined;
}
