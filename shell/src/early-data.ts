import { PRODUCTS_PATH } from '@patchwork/api/products-path';

/** The fields of the configuration that decide what the first page downloads. */
export interface DataConfig {
  readonly apiBaseUrl?: string;
  readonly catalogue?: { readonly query?: boolean };
  readonly devtools?: object;
}

/**
 * Returns the addresses of the shop's API that the first page calls: all products, unless the catalogue is queried, and
 * the paths that the page declares. None if the mock answers.
 */
export function dataOf(
  { apiBaseUrl = '', catalogue }: DataConfig,
  declared: readonly string[],
): string[] {
  // The shell refuses all other addresses.
  if (!/^(?:\/$|https?:)/i.test(apiBaseUrl)) return [];
  const paths = declared.filter((path) => /^\/\w/.test(path));
  return (catalogue?.query ? paths : [PRODUCTS_PATH, ...paths]).map(
    (path) => apiBaseUrl.replace(/\/$/, '') + path,
  );
}
