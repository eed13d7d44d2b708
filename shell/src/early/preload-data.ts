import { CATEGORIES_PATH, PRODUCTS_PATH } from '@patchwork/api/catalogue-paths';

function preload(attributes: Partial<HTMLLinkElement>): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', ...attributes });
  document.head.append(link);
}

/** Fetches the catalogue from the API, which every visit begins with. The address is the client's own. */
export function preloadCatalogue(apiBaseUrl: string): void {
  const origin = apiBaseUrl.replace(/\/+$/, '');
  for (const path of [PRODUCTS_PATH, CATEGORIES_PATH]) {
    preload({ as: 'fetch', href: origin + path, crossOrigin: 'anonymous' });
  }
}

/** Fetches the mock's scripts while the shell is evaluated. Before that they would delay the page's own. */
export function preloadMock(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="patchwork-chunk:mock"]');
  for (const href of meta?.content.split(' ') ?? []) preload({ as: 'script', href });
}
