import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { refusalBody, refusals } from '@patchwork/api/refusals';
import type { RefusalParts, UnreadableStatus } from '@patchwork/http-server';
import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';
import { cors } from 'hono/cors';
import type { RequestEnvironment } from './log.ts';
import { type ServerRefusal, serverRefusals } from './refusals.ts';

const PREFLIGHT_LIFETIME_SECONDS = 600;

/**
 * Security headers of the responses that this file creates. The API has no pages, so nothing may be framed or load
 * scripts. CORS decides what a shop on another origin may read.
 */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  // Without includeSubDomains, because this server doesn't control other subdomains.
  'strict-transport-security': 'max-age=15552000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Returns middleware that lets pages of these origins call the API. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  const allow = cors({
    origin: [...origins],
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'x-xsrf-token', 'x-request-id'],
    exposeHeaders: ['retry-after', 'x-request-id'],
    maxAge: PREFLIGHT_LIFETIME_SECONDS,
  });
  return async (context, next) => {
    const preflight = await allow(context, next);
    if (!preflight) return;
    for (const [name, value] of Object.entries(securityHeaders)) preflight.headers.set(name, value);
    return preflight;
  };
}

const compress = promisify(gzip);

/** JSON body that is serialized and compressed once for many responses. */
export class StoredBody {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** Weak ETag for both the plain and the compressed body. Equal bytes get equal tags in every process. */
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

/** Whether If-None-Match contains this ETag or is '*' (RFC 9110, section 13.1.2). */
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
 * Creates a JSON response with the headers common to all responses. A `StoredBody` is sent compressed if the client
 * accepts gzip, and as a mere 304 if the client already has it. The headers are a plain object, which the Node server
 * writes directly; a Headers object would take a tenth of a read's time.
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

/** Creates the response for a refusal, in the API's common format. */
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

/** Returns the headers and body of the response to a request that Node can't read, in the API's common format. */
export const refuseUnreadable = (status: UnreadableStatus): RefusalParts => ({
  headers: { ...securityHeaders, 'content-type': 'application/json' },
  body: JSON.stringify(refusalBody(refusalOf[status])),
});
