import { isParameter, segmentsOf } from './match-route.ts';

interface NamesPages {
  readonly routes: readonly { readonly page: string; readonly path: string }[];
}

/**
 * Before the name of a page whose path is not known now. The shell forwards such an address to the path, once
 * a live remote declares it.
 */
export const NAMED_PAGE = '/named-page/';

/**
 * The path at which the live remotes show a page. A page that none of them declares, or whose
 * parameters are not all there, gets an address with its name and its parameters. Free of dependencies:
 * it is inlined into the page's HTML.
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
  if (!route || segments.includes('')) {
    return `${NAMED_PAGE}${page}?${new URLSearchParams(parameters)}`.replace(/\?$/, '');
  }
  return `/${segments.join('/')}`;
}
