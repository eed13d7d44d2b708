import { refusalBody } from '@patchwork/api/refusals';
import type { Context } from 'hono';
import type { ServerRefusal } from './refusals.ts';

/** Answers with a refusal, as every part of the API writes it. */
export function refuse(
  context: Context,
  { status, text, retryAfterSeconds }: ServerRefusal,
): Response {
  if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds));
  return context.json(refusalBody({ status, text }), status);
}
