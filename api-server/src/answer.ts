import { refusalBody } from '@patchwork/api/refusals';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { securityHeaders } from './headers.ts';
import type { ServerRefusal } from './refusals.ts';
import type { RequestEnvironment } from './request-log.ts';
import { isKnown, StoredBody } from './stored-body.ts';

type Fields = Readonly<Record<string, string>>;

interface Options {
  readonly status?: number;
  readonly headers?: Fields;
}

/**
 * Answers with JSON and the headers that every response has. They are a plain object, which the server for Node
 * writes as it is: an object of the class Headers costs a tenth of a read.
 */
export function answer(
  context: Context<RequestEnvironment>,
  body: object,
  { status = 200, headers = {} }: Options = {},
): Response {
  const all = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json',
    'x-request-id': context.get('requestId'),
    ...headers,
  };
  if (body instanceof StoredBody) return answerStored(context, body, { status, headers: all });
  return new Response(JSON.stringify(body), { status, headers: all });
}

function answerStored(
  context: Context<RequestEnvironment>,
  { plain, gzipped, etag }: StoredBody,
  { status, headers }: Required<Options>,
): Response {
  const tagged = { ...headers, etag, vary: 'accept-encoding' };
  if (isKnown(context.req.header('if-none-match') ?? '', etag)) {
    return new Response(null, { status: 304, headers: tagged });
  }
  const coding = accepts(context, {
    header: 'Accept-Encoding',
    supports: ['gzip'],
    default: 'identity',
  });
  return coding === 'gzip'
    ? new Response(gzipped, { status, headers: { ...tagged, 'content-encoding': coding } })
    : new Response(plain, { status, headers: tagged });
}

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
