import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { refusalBody, refusals } from '@patchwork/api/refusals';
import type { RefusalParts, UnreadableStatus } from '@patchwork/http-server';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { cors } from 'hono/cors';
import type { RequestEnvironment } from './log.ts';
import { type ServerRefusal, serverRefusals } from './refusals.ts';

const PREFLIGHT_LIFETIME_SECONDS = 600;

/**
 * Security headers of all responses. The API has no pages: nothing of it may be framed or load a script. A shop on
 * another origin may read what CORS allows.
 */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  // No includeSubDomains: other subdomains are not this server's to decide about.
  'strict-transport-security': 'max-age=15552000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Lets pages of these origins call the API. */
export const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'x-xsrf-token', 'x-request-id'],
    exposeHeaders: ['retry-after', 'x-request-id'],
    maxAge: PREFLIGHT_LIFETIME_SECONDS,
  });

const compress = promisify(gzip);

/** A JSON body that answers many requests, serialized and compressed once. */
export class StoredBody {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** Weak entity tag of both the plain and the compressed body. The same bytes get the same tag from each process. */
  readonly etag: string;

  private constructor(plain: Uint8Array<ArrayBuffer>, gzipped: Uint8Array<ArrayBuffer>) {
    this.plain = plain;
    this.gzipped = gzipped;
    this.etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  }

  static async of(plain: Uint8Array<ArrayBuffer>): Promise<StoredBody> {
    return new StoredBody(plain, new Uint8Array(await compress(plain)));
  }
}

/** Whether a client's If-None-Match has this entity tag: in its list, or by '*' (RFC 9110, 13.1.2). */
function isKnown(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return ifNoneMatch.trim() === '*' || tags.some((tag) => opaque(tag) === opaque(etag));
}

type Fields = Readonly<Record<string, string>>;

interface Options {
  readonly status?: number;
  readonly headers?: Fields;
}

/**
 * Answers with JSON and the headers of all responses. The headers are a plain object, which the server for Node writes
 * as it is: a Headers object costs a tenth of a read's time.
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

/** Answers with a refusal in the format of the whole API. */
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

const refusalOf = {
  400: refusals.badRequest,
  408: serverRefusals.tooSlow,
  431: serverRefusals.headersTooLarge,
} as const;

/** Returns the refusal of a request that Node cannot read, in the format of the whole API. */
export const refuseUnreadable = (status: UnreadableStatus): RefusalParts => ({
  headers: { ...securityHeaders, 'content-type': 'application/json' },
  body: JSON.stringify(refusalBody(refusalOf[status])),
});
