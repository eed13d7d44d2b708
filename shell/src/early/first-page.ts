import { redirectFor } from '@patchwork/domain';
import { type ActiveRemotes, matchRoute, pathOfPage, type RouteMatch } from '@patchwork/federation';
import { isAmong, readFailedVersions } from '@patchwork/federation/browser';
import { seemsLoggedIn } from '@patchwork/state/seems-logged-in';

/** The page's HTML names no older version: the shop gets the one that is shown instead from elsewhere. */
const hasFailed = ({ remote }: RouteMatch): boolean => isAmong(readFailedVersions(), remote);

/** The page that will be shown: the requested one, or the one that its guard redirects to. */
export function firstPage({ remotes }: ActiveRemotes): RouteMatch | undefined {
  const requested = matchRoute(remotes, location.pathname);
  const redirect = requested && redirectFor(requested.route.access, seemsLoggedIn());
  const page = redirect ? matchRoute(remotes, pathOfPage(remotes, redirect)) : requested;
  return page && !hasFailed(page) ? page : undefined;
}
