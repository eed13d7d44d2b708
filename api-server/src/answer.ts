import { refusalBody } from '@patchwork/api/refusals';
import type { Context } from 'hono';
import { securityHeaders } from './headers.ts';
import type { ServerRefusal } from './refusals.ts';
import type { RequestEnvironment } from './request-log.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * Answers with JSON and the headers that every response has. They are a plain object, which the server for Node
 * writes as it is: an object of the class Headers costs a tenth of a read.
 */
export const answer = (
  context: Context<RequestEnvironment>,
  body: object,
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: Fields } = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      ...securityHeaders,
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-request-id': context.get('requestId'),
      ...headers,
    },
  });

/** Answers with a refusal, as every part of the API writes it. */
export function refuse(
  context: Context<RequestEnvironment>,
  { status, text, retryAfterSeconds }: ServerRefusal,
  headers: Fields = {},
): Response {
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return answer(context, refusalBody({ status, text }), {
    status,
    headers: { ...headers, ...wait },
  });
}
