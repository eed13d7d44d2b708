import { CATEGORIES_PATH, PRODUCTS_PATH } from '@patchwork/api/catalogue-paths';

function preload(attributes: Partial<HTMLLinkElement>): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', ...attributes });
  document.head.append(link);
}

/** The part of the page's configuration that says where the catalogue is, and whether it is queried. */
export interface CatalogueConfig {
  readonly apiBaseUrl?: string;
  readonly catalogue?: { readonly query?: boolean };
}

/** Fetches what every visit to this shop begins with from its API. A query is left to the shop. */
export function preloadCatalogue({ apiBaseUrl = '', catalogue }: CatalogueConfig): void {
  // The shell refuses every other address.
  if (!/^(?:\/$|https?:)/i.test(apiBaseUrl)) return;
  for (const path of catalogue?.query ? [CATEGORIES_PATH] : [PRODUCTS_PATH, CATEGORIES_PATH]) {
    preload({ as: 'fetch', href: apiBaseUrl.replace(/\/$/, '') + path, crossOrigin: 'anonymous' });
  }
}

/** Fetches the mock's scripts while the shell is evaluated. Before that they would delay the page's own. */
export function preloadMock(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-chunk="mock"]')) {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.media = '';
    document.head.append(copy);
  }
}
