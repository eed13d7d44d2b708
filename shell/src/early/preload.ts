import { PRODUCTS_PATH } from '@patchwork/api/catalogue-paths';
import { redirectFor } from '@patchwork/domain';
import { type ActiveRemotes, matchRoute, pathOfPage, type RouteMatch } from '@patchwork/host';
import { isAmong, preloadModule, readFailedVersions } from '@patchwork/host/browser';
import { seemsLoggedIn } from '@patchwork/shop/state/seems-logged-in';

/**
 * Whether the version in the page's HTML has failed for this visitor before. The shop then uses an older version, which
 * the HTML doesn't name.
 */
const hasFailed = ({ remote }: RouteMatch): boolean => isAmong(readFailedVersions(), remote);

/**
 * Returns the page that will be shown: the requested one, or the one that its guard redirects to. Undefined if it is
 * unknown or its version has failed.
 */
export function firstPage({ remotes }: ActiveRemotes): RouteMatch | undefined {
  const requested = matchRoute(remotes, location.pathname);
  const redirect = requested && redirectFor(requested.route.access, seemsLoggedIn());
  const page = redirect ? matchRoute(remotes, pathOfPage(remotes, redirect)) : requested;
  return page && !hasFailed(page) ? page : undefined;
}

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => link.addEventListener('load', () => resolve()));

/** A style sheet that is loading. `loaded` stays pending if the load fails. */
export interface PreloadedStyle {
  readonly link: HTMLLinkElement;
  readonly loaded: Promise<void>;
}

/**
 * Starts a page's downloads. Returns its style sheets; none if the HTML doesn't list the page's files, which can happen
 * after a redirect, or if every version of its remote in the HTML has failed for this visitor.
 */
export const preloadPage = ({ remote, route }: RouteMatch): PreloadedStyle[] =>
  preloadModule(remote, route.module)
    .filter(({ as }) => as === 'style')
    .map((link) => ({ link, loaded: loaded(link) }));

/**
 * Applies a style sheet when it has been downloaded; if it were linked earlier, the bundler would take it for loaded.
 * Puts it after the shell's own sheet, because that sheet fixes the order of the layers.
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

/** The fields of the configuration that decide what the first page downloads. */
export interface DataConfig {
  readonly apiBaseUrl?: string;
  readonly catalogue?: { readonly query?: boolean };
  readonly devtools?: object;
}

/**
 * Preloads data from the shop's API: all products, unless the catalogue is queried, and the API paths that the first
 * page declares.
 */
export function preloadData(
  { apiBaseUrl = '', catalogue }: DataConfig,
  declared: readonly string[] = [],
): void {
  // The shell refuses all other addresses.
  if (!/^(?:\/$|https?:)/i.test(apiBaseUrl)) return;
  const paths = declared.filter((path) => /^\/\w/.test(path));
  for (const path of catalogue?.query ? paths : [PRODUCTS_PATH, ...paths]) {
    preload({ as: 'fetch', href: apiBaseUrl.replace(/\/$/, '') + path, crossOrigin: 'anonymous' });
  }
}

/**
 * Preloads the mock's scripts and, for a logged-in shopper, those for the account's calls. Call it after the shell's
 * scripts have run: earlier, the downloads would delay the page's own files.
 */
export function preloadMock(): void {
  const chunks = `link[data-chunk${seemsLoggedIn() ? '^' : ''}="mock"]`;
  for (const link of document.querySelectorAll<HTMLLinkElement>(chunks)) {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.media = '';
    document.head.append(copy);
  }
}
