import type { BodyCodec } from '@patchwork/api';
import { badField, parseBody } from '@patchwork/api/parse-input';
import { err, ok, type Result } from '@patchwork/domain';
import { type ServerRefusal, serverRefusals } from './refusals.ts';

/** Characters that Postgres can't store and no valid value needs: NUL and lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/u;

const MAX_DEPTH = 20;

function isStorable(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    levels > 0 &&
    Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, levels - 1))
  );
}

/** Returns the refusal for the first field that can't be stored, if any. */
export function refuseUnstorable(fields: object): ServerRefusal | undefined {
  const field = Object.entries(fields).find((entry) => !isStorable(entry));
  return (
    field &&
    badField(
      field[0],
      `must not have a zero character, half a surrogate pair, or more than ${MAX_DEPTH} levels`,
    )
  );
}

const MAX_BODY_BYTES = 64_000;

const jsonType = /^application\/json\s*(?:;|$)/i;

/** Reads a body as text. Refuses chunked bodies, whose length is unknown in advance, and bodies that are too large. */
export async function receiveText(request: Request): Promise<Result<string, ServerRefusal>> {
  const { headers } = request;
  if (headers.has('transfer-encoding')) return err(serverRefusals.lengthRequired);
  if (Number(headers.get('content-length')) > MAX_BODY_BYTES) {
    return err(serverRefusals.bodyTooLarge);
  }
  try {
    return ok(await request.text());
  } catch {
    // The client has disconnected.
    return err(serverRefusals.bodyAborted);
  }
}

/**
 * Parses a body with its endpoint's schema, which drops unknown fields. The Content-Type must be JSON, which a browser
 * sends to another site only after a CORS preflight.
 */
export async function readBody(
  codec: BodyCodec,
  request: Request,
): Promise<Result<unknown, ServerRefusal>> {
  if (!jsonType.test(request.headers.get('content-type') ?? '')) return err(serverRefusals.notJson);
  const text = await receiveText(request);
  if (!text.ok) return text;
  const body = parseBody(codec, text.value);
  if (!body.ok) return body;
  const refused = refuseUnstorable(Object(body.value));
  return refused ? err(refused) : body;
}
