import type { Endpoint } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { ServerRefusal } from './refusals.ts';

/** What no value of ours needs, and what Postgres cannot store: a zero, half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/u;

const MAX_DEPTH = 20;

export const isStorable = (text: string): boolean => !unstorable.test(text);

function isStorableValue(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    levels > 0 &&
    Object.entries(value).every(
      ([key, inner]) => isStorable(key) && isStorableValue(inner, levels - 1),
    )
  );
}

/** A body by the table's schema, which drops the fields it does not know. */
export function readBody(endpoint: Endpoint, text: string): Result<unknown, ServerRefusal> {
  if (!endpoint.body) return ok(undefined);
  const schema = v.pipe(v.string(), v.parseJson(), v.check(isStorableValue), endpoint.body.schema);
  const parsed = v.safeParse(schema, text);
  return parsed.success ? ok(parsed.output) : err(refusals.badRequest);
}

const MAX_ID_LENGTH = 200;

/** An id that a client made. An index of Postgres holds at most 2,704 bytes. */
export const isStorableId = (id: string): boolean => id.length <= MAX_ID_LENGTH;
