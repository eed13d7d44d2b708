import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';
import { refusals } from './refusals.ts';

/**
 * For a server: the query string by the entry's schema; undefined where the entry takes none. Of a
 * repeated field the first counts. Err: a field is not as the schema says.
 */
export function parseQuery(
  { query }: Pick<Endpoint, 'query'>,
  params: URLSearchParams,
): Result<unknown, typeof refusals.badRequest> {
  if (!query) return ok(undefined);
  const parsed = v.safeParse(query.schema, Object.fromEntries([...params].toReversed()));
  return parsed.success ? ok(parsed.output) : err(refusals.badRequest);
}
