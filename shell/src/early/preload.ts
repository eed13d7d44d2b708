import { PRODUCTS_PATH } from '@patchwork/api/catalogue-paths';
import { redirectFor } from '@patchwork/domain';
import { type ActiveRemotes, matchRoute, pathOfPage, type RouteMatch } from '@patchwork/federation';
import { isAmong, preloadModule, readFailedVersions } from '@patchwork/federation/browser';
import { seemsLoggedIn } from '@patchwork/state/seems-logged-in';

/**
 * Whether the version in the page's HTML has failed this visitor before. The shop then requests an older one,
 * which the HTML does not name.
 */
const hasFailed = ({ remote }: RouteMatch): boolean => isAmong(readFailedVersions(), remote);

/**
 * Returns the page that will be shown: the requested one, or the one that its guard redirects to; undefined if it
 * is unknown or has failed.
 */
export function firstPage({ remotes }: ActiveRemotes): RouteMatch | undefined {
  const requested = matchRoute(remotes, location.pathname);
  const redirect = requested && redirectFor(requested.route.access, seemsLoggedIn());
  const page = redirect ? matchRoute(remotes, pathOfPage(remotes, redirect)) : requested;
  return page && !hasFailed(page) ? page : undefined;
}

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => link.addEventListener('load', () => resolve()));

/** A style sheet that is being downloaded. `loaded` does not settle when that fails. */
export interface PreloadedStyle {
  readonly link: HTMLLinkElement;
  readonly loaded: Promise<void>;
}

/**
 * Starts the downloads of a page. Returns its style sheets: none if the HTML has no hashes of its files, because
 * every version in it has failed this visitor, or because a guard redirects in a large shop.
 */
export const preloadPage = ({ remote, route }: RouteMatch): PreloadedStyle[] =>
  preloadModule(remote, route.module)
    .filter(({ as }) => as === 'style')
    .map((link) => ({ link, loaded: loaded(link) }));

/**
 * Applies a style sheet once it is downloaded: the bundler takes a linked style sheet for a loaded one. It comes
 * after the shell's own, which states the order of the layers.
 */
export async function applyStyle({ link, loaded: downloaded }: PreloadedStyle): Promise<void> {
  await downloaded;
  const sheet = link.cloneNode() as HTMLLinkElement;
  sheet.rel = 'stylesheet';
  document.head.append(sheet);
  await loaded(sheet);
}

function preload(attributes: Partial<HTMLLinkElement>): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', ...attributes });
  document.head.append(link);
}

/** The part of the page's configuration that says where the API is, and whether the catalogue is queried. */
export interface DataConfig {
  readonly apiBaseUrl?: string;
  readonly catalogue?: { readonly query?: boolean };
}

/**
 * Preloads data from the shop's API: the products, which all pieces share, unless the catalogue is queried, and
 * the paths that the first page declares.
 */
export function preloadData(
  { apiBaseUrl = '', catalogue }: DataConfig,
  declared: readonly string[] = [],
): void {
  // The shell refuses every other address.
  if (!/^(?:\/$|https?:)/i.test(apiBaseUrl)) return;
  const paths = declared.filter((path) => /^\/\w/.test(path));
  for (const path of catalogue?.query ? paths : [PRODUCTS_PATH, ...paths]) {
    preload({ as: 'fetch', href: apiBaseUrl.replace(/\/$/, '') + path, crossOrigin: 'anonymous' });
  }
}

/**
 * Fetches the mock's scripts while the shell is evaluated: those of a shopper's own calls for a shopper. Before that
 * they would delay the page's own.
 */
export function preloadMock(): void {
  const chunks = `link[data-chunk${seemsLoggedIn() ? '^' : ''}="mock"]`;
  for (const link of document.querySelectorAll<HTMLLinkElement>(chunks)) {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.media = '';
    document.head.append(copy);
  }
}
