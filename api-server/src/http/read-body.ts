import type { BodyCodec } from '@patchwork/api';
import { parseBody } from '@patchwork/api/parse-input';
import { err, ok, type Result } from '@patchwork/domain';
import { type ServerRefusal, serverRefusals } from './refusals.ts';

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
  return parseBody(codec, text.value);
}
