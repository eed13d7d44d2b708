import type { RouteMatch } from '@patchwork/federation';
import { preloadModule } from '@patchwork/federation/browser';

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => link.addEventListener('load', () => resolve()));

/** A style sheet that is being downloaded. `loaded` does not settle when that fails. */
export interface PreloadedStyle {
  readonly link: HTMLLinkElement;
  readonly loaded: Promise<void>;
}

/**
 * Starts the downloads of a page. Returns its styles: none where nothing is known of it, because every
 * version in this page has failed this visitor, or because a guard redirects in a large shop.
 */
export const preloadPage = ({ remote, route }: RouteMatch): PreloadedStyle[] =>
  preloadModule(remote, route.module)
    .filter(({ as }) => as === 'style')
    .map((link) => ({ link, loaded: loaded(link) }));

/**
 * Applies a style sheet that has been downloaded: the bundler takes it for loaded as soon as it is linked.
 * It comes after the shell's own, which states the order of the layers.
 */
export async function applyStyle({ link, loaded: downloaded }: PreloadedStyle): Promise<void> {
  await downloaded;
  const sheet = link.cloneNode() as HTMLLinkElement;
  sheet.rel = 'stylesheet';
  document.head.append(sheet);
  await loaded(sheet);
}
