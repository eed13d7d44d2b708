import type { Endpoint } from './endpoint.ts';

/** The entry's path with its ids filled in, each encoded: an id may hold '/', '?' or '%'. */
export const pathFor = (
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>>,
): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** What follows the path: '?search=kurta', or '' where the query has no fields. */
export function searchFor({ query: codec }: Pick<Endpoint, 'query'>, query: unknown): string {
  const search = new URLSearchParams(codec?.encode(query as never)).toString();
  return search === '' ? '' : `?${search}`;
}
