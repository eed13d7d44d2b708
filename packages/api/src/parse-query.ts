import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { QueryCodec } from './endpoint.ts';
import { refusals } from './refusals.ts';

/** For a server: the query string by its schema. Of a repeated field the first counts. */
export function parseQuery(
  { schema }: QueryCodec,
  params: URLSearchParams,
): Result<unknown, typeof refusals.badRequest> {
  const parsed = v.safeParse(schema, Object.fromEntries([...params].toReversed()));
  return parsed.success ? ok(parsed.output) : err(refusals.badRequest);
}
