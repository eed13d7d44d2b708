import type { Endpoint } from '@patchwork/api';
import { refusals } from '@patchwork/api/refusals';
import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { type ServerRefusal, serverRefusals } from './refusals.ts';

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

const MAX_BODY_BYTES = 64_000;

const jsonType = /^application\/json\s*(?:;|$)/i;

/** Reads the text of a body. Refuses one in chunks, whose length is not known before it is read, or one that is too large. */
export async function receiveText(request: Request): Promise<Result<string, ServerRefusal>> {
  const { headers } = request;
  if (headers.has('transfer-encoding')) return err(serverRefusals.lengthRequired);
  if (Number(headers.get('content-length')) > MAX_BODY_BYTES) {
    return err(serverRefusals.bodyTooLarge);
  }
  try {
    return ok(await request.text());
  } catch {
    // The client has left.
    return err(serverRefusals.bodyAborted);
  }
}

/** Reads the text of a body that says it is JSON: a browser sends no such body to another site unasked. */
export const receiveJson = async (request: Request): Promise<Result<string, ServerRefusal>> =>
  jsonType.test(request.headers.get('content-type') ?? '')
    ? receiveText(request)
    : err(serverRefusals.notJson);

/** Parses a body by the table's schema, which drops the fields it does not know. */
export function parseBody(endpoint: Endpoint, text: string): Result<unknown, ServerRefusal> {
  if (!endpoint.body) return ok(undefined);
  const schema = v.pipe(v.string(), v.parseJson(), v.check(isStorableValue), endpoint.body.schema);
  const parsed = v.safeParse(schema, text);
  return parsed.success ? ok(parsed.output) : err(refusals.badRequest);
}

const MAX_ID_LENGTH = 200;

/** An id that a client made. An index of Postgres holds at most 2,704 bytes. */
export const isStorableId = (id: string): boolean => id.length <= MAX_ID_LENGTH;
