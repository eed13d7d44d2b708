import type { DeclaredRoute } from '@patchwork/federation';

/** Where a visit must go instead, or undefined when the route may be opened. */
export function redirectFor(
  access: DeclaredRoute['access'],
  isLoggedIn: boolean,
): string | undefined {
  if (access === 'login' && !isLoggedIn) return '/login';
  if (access === 'visitor' && isLoggedIn) return '/productlist';
  return undefined;
}
