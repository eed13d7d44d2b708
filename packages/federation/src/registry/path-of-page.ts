import { isParameter, segmentsOf } from './match-route.ts';

interface NamesPages {
  readonly routes: readonly { readonly page: string; readonly path: string }[];
}

/** Before the name of a page that no live remote can show. */
export const PAGE_NOT_FOUND = '/page-not-found/';

/**
 * The path at which the live remotes show a page. A page that none of them declares, or whose
 * parameters are not all there, gets a path that ends on 'Page not found'. Free of dependencies: it
 * is inlined into the page's HTML.
 */
export function pathOfPage(
  remotes: readonly NamesPages[],
  page: string,
  parameters: Readonly<Record<string, string>> = {},
): string {
  const route = remotes.flatMap(({ routes }) => routes).find((each) => each.page === page);
  const segments = segmentsOf(route?.path ?? '').map((segment) =>
    isParameter(segment) ? encodeURIComponent(parameters[segment.slice(1)] ?? '') : segment,
  );
  if (!route || segments.includes('')) return `${PAGE_NOT_FOUND}${page}`;
  return `/${segments.join('/')}`;
}
