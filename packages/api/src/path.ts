import type { Endpoint } from './endpoint.ts';

/** The entry's path with its ids filled in, each encoded: an id may hold '/', '?' or '%'. */
export const pathFor = (
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>>,
): string =>
  endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
