import type { Guard } from '../boot/host.ts';
import { isAmong, preloadModule, readFailedVersions } from '../browser.ts';
import { type ActiveRemotes, matchRoute, pathOfPage, type RouteMatch } from '../index.ts';

/**
 * Whether the version in the page's HTML has failed for this visitor before. The shop then uses an older version, which
 * the HTML doesn't name.
 */
const hasFailed = ({ remote }: RouteMatch): boolean => isAmong(readFailedVersions(), remote);

/**
 * Returns the page that will be shown: the requested one, or the one that its guard redirects to. Undefined if it is
 * unknown or its version has failed.
 */
export function firstPage(
  { remotes }: ActiveRemotes,
  { guard, seemsLoggedIn }: { readonly guard: Guard; readonly seemsLoggedIn: () => boolean },
): RouteMatch | undefined {
  const requested = matchRoute(remotes, location.pathname);
  const redirect = requested && guard(requested.route.access, seemsLoggedIn());
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

const isSheet = (address: string): boolean => address.endsWith('.css');

/** Starts the downloads of a page's scripts. */
export const preloadScripts = ({ remote, route }: RouteMatch): void =>
  void preloadModule(remote, route.module, (address) => !isSheet(address));

/**
 * Starts the downloads of a page's style sheets, which are not in the HTML. Returns none if the HTML doesn't list the
 * page's files, which can happen after a redirect, or if every version of its remote in the HTML has failed for this
 * visitor.
 */
export const preloadStyles = ({ remote, route }: RouteMatch): PreloadedStyle[] =>
  preloadModule(remote, route.module, isSheet).map((link) => ({ link, loaded: loaded(link) }));

/**
 * Applies style sheets, in this order, when all have been downloaded; if they were linked earlier, the bundler would
 * take them for loaded. Puts them after the shell's own sheet, because that sheet fixes the order of the layers.
 */
export async function applyStyles(styles: readonly PreloadedStyle[]): Promise<void> {
  await Promise.all(styles.map((style) => style.loaded));
  const sheets = styles.map(({ link }) => link.cloneNode() as HTMLLinkElement);
  for (const sheet of sheets) sheet.rel = 'stylesheet';
  document.head.append(...sheets);
  await Promise.all(sheets.map(loaded));
}

export function preload(attributes: Partial<HTMLLinkElement>): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', ...attributes });
  document.head.append(link);
}
