import type { RouteMatch } from '@patchwork/federation';

/** The browser reuses it only for a request of the same kind, integrity and CORS mode included. */
function preload(href: string, integrity: string | undefined): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  if (integrity) {
    link.integrity = integrity;
    link.crossOrigin = 'anonymous';
  }
  document.head.append(link);
  return link;
}

const loaded = (link: HTMLLinkElement): Promise<void> =>
  new Promise((resolve) => link.addEventListener('load', () => resolve()));

const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** A style sheet that is being downloaded. `loaded` does not settle when that fails. */
export interface PreloadedStyle {
  readonly link: HTMLLinkElement;
  readonly loaded: Promise<void>;
}

/**
 * Starts the downloads of a page: the remote's entry, and the scripts and styles of the page's module.
 * Returns the styles.
 */
export function preloadPage({ remote, route }: RouteMatch): PreloadedStyle[] {
  const { entry, files, integrity = {} } = remote;
  const base = new URL(entry, location.href);
  const hash = integrity[fileName(entry)];
  // Unknown: every version in this page has failed this visitor, or a guard redirects in a large shop.
  if (!hash) return [];
  preload(entry, hash);
  return (
    (files[route.module] ?? [])
      // The entry requests its files with their hashes: a preload without one would not be used.
      .filter((file) => integrity[file])
      .map((file) => preload(new URL(file, base).href, integrity[file]))
      .filter(({ as }) => as === 'style')
      .map((link) => ({ link, loaded: loaded(link) }))
  );
}

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
