import { PRODUCTS_PATH } from '@patchwork/api/catalogue-paths';

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

/** Fetches from the shop's API what its pieces share, and the paths that the first page declares. */
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

/** Fetches the mock's scripts while the shell is evaluated. Before that they would delay the page's own. */
export function preloadMock(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-chunk="mock"]')) {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.media = '';
    document.head.append(copy);
  }
}
