import { CATEGORIES_PATH, PRODUCTS_PATH } from '@patchwork/api/catalogue-paths';

function preload(attributes: Partial<HTMLLinkElement>): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', ...attributes });
  document.head.append(link);
}

const chunkFiles = (name: string): string[] =>
  document
    .querySelector<HTMLMetaElement>(`meta[name="patchwork-chunk:${name}"]`)
    ?.content.split(' ') ?? [];

/**
 * Fetches ahead what the shop asks for first: the catalogue from the API or, where none is configured, the
 * scripts of the mock. Those come after the shell's own scripts, and while these are evaluated.
 */
export function preloadData({ apiBaseUrl }: { readonly apiBaseUrl?: string }): void {
  if (apiBaseUrl === undefined) {
    document.addEventListener('DOMContentLoaded', () => {
      for (const href of chunkFiles('mock')) preload({ as: 'script', href });
    });
    return;
  }
  for (const path of [PRODUCTS_PATH, CATEGORIES_PATH]) {
    preload({ as: 'fetch', href: apiBaseUrl + path, crossOrigin: 'anonymous' });
  }
}
