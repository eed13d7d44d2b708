import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import { refusalBody, refusals } from '@patchwork/api/refusals';
import type { RefusalParts, UnreadableStatus } from '@patchwork/release/http-server';
import {
  acceptedCodings,
  acceptsCoding,
  type Coding,
  isKnown,
} from '@patchwork/release/http-server/negotiation';
import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { logOf, type RequestEnvironment, reasonOf } from '../telemetry/log.ts';
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

/** Length in bytes from which compressing a body saves a packet. */
const MIN_COMPRESSED_BYTES = 1_000;

/** Brotli takes 0.1 ms for a page of products at this level, and 20 ms at the highest, which makes it a tenth shorter. */
const BROTLI_LEVEL = 4;
/** Binary logarithm of the window in bytes. A larger one, 4 MB by default, is allocated for each body. */
const BROTLI_WINDOW = 18;

const brotliOptions = (plain: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  },
});

/** Length in bytes up to which a body is compressed at once. Another thread would take three times as long. */
const SHORT_BYTES = 100_000;

const short: Readonly<Record<Coding, (plain: Uint8Array) => Buffer>> = {
  br: (plain) => brotliCompressSync(plain, brotliOptions(plain)),
  gzip: (plain) => gzipSync(plain),
};

const long: Readonly<Record<Coding, (plain: Uint8Array) => Promise<Buffer>>> = {
  br: (plain) => promisify(brotliCompress)(plain, brotliOptions(plain)),
  gzip: promisify<Uint8Array, Buffer>(gzip),
};

async function compress(plain: Uint8Array, coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
  const compressors = plain.length < SHORT_BYTES ? short : long;
  // A copy, because a Buffer may be part of a larger one, all of which would stay in memory.
  return new Uint8Array(await compressors[coding](plain));
}

/** JSON body that is the same for everybody. It is compressed once in each coding that a client asks for. */
export class StoredBody {
  readonly plain: Uint8Array<ArrayBuffer>;
  /** Weak ETag for both the plain and the compressed body. Equal bytes get equal tags in every process. */
  readonly etag: string;
  readonly #compressed = new Map<Coding, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(text: string) {
    this.plain = new TextEncoder().encode(text);
    this.etag = `W/"${createHash('sha256').update(this.plain).digest('base64url')}"`;
  }

  in(coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
    const compressed = this.#compressed.get(coding) ?? compress(this.plain, coding);
    this.#compressed.set(coding, compressed);
    return compressed;
  }
}

type Fields = Readonly<Record<string, string>>;

interface Options {
  readonly status?: number;
  readonly headers?: Fields;
}

/**
 * Returns the headers of a JSON response. They are a plain object, which the Node server writes directly; a Headers
 * object would take a tenth of a read's time.
 */
const fieldsOf = (context: Context<RequestEnvironment>, headers: Fields) => ({
  ...securityHeaders,
  'cache-control': 'no-store',
  'content-type': 'application/json',
  'x-request-id': context.get('requestId'),
  ...headers,
});

/** Creates a JSON response with the headers common to all responses. */
export const answer = (
  context: Context<RequestEnvironment>,
  body: object,
  { status = 200, headers = {} }: Options = {},
): Response => new Response(JSON.stringify(body), { status, headers: fieldsOf(context, headers) });

/**
 * Creates the response with a body that is the same for everybody: in the shortest coding that the client accepts, or a
 * mere 304 if the client already has it. Answers with a shopper's data are never compressed: their length would tell an
 * attacker, who can choose a part of them, what the rest is (BREACH).
 */
export async function answerStored(
  context: Context<RequestEnvironment>,
  body: StoredBody,
  { status = 200, headers = {} }: Options = {},
): Promise<Response> {
  const { plain, etag } = body;
  const fields = { ...fieldsOf(context, headers), etag, vary: 'accept-encoding' };
  if (isKnown(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: fields });
  }
  const accepted = acceptedCodings(context.req.header('accept-encoding'));
  const coding = plain.length < MIN_COMPRESSED_BYTES ? undefined : accepted[0];
  if (!coding) return new Response(plain, { status, headers: fields });
  const compressed = { ...fields, 'content-encoding': coding };
  return new Response(await body.in(coding), { status, headers: compressed });
}

/**
 * Creates the response with a text that is the same for everybody and too long to be kept: it is sent while `pieces` is
 * read, compressed by gzip if the client accepts it. `etag` tells the versions of the text apart. What fails before the
 * first piece is thrown; what fails later breaks the response off.
 */
export async function answerLong(
  context: Context<RequestEnvironment>,
  etag: string,
  pieces: AsyncGenerator<string>,
  headers: Fields,
): Promise<Response> {
  const fields = { ...fieldsOf(context, headers), etag, vary: 'accept-encoding' };
  if (isKnown(context.req.header('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers: fields });
  }
  const isZipped = acceptsCoding(context.req.header('accept-encoding'), 'gzip');
  const sent = isZipped ? { ...fields, 'content-encoding': 'gzip' } : fields;
  // Hono drops the body of an answer to HEAD without cancelling it.
  if (context.req.method === 'HEAD') return new Response(null, { headers: sent });
  const first = await pieces.next();
  async function* all(): AsyncGenerator<string> {
    try {
      if (!first.done) yield first.value;
      yield* pieces;
    } catch (error) {
      logOf(context).warn({ reason: reasonOf(error) }, 'A response was broken off');
      // Without its cause: the Node server prints this error, and sends its message.
      throw new Error('The response was broken off');
    }
  }
  const body = isZipped ? createGzip() : new PassThrough();
  const sending = pipeline(all, body);
  // What fails, or a client that goes away, also ends the body.
  sending.catch(() => undefined);
  context.env?.goOn?.(sending);
  return new Response(Readable.toWeb(body) as ReadableStream, { headers: sent });
}

/** Creates the response for a refusal, in the API's common format. */
export function refuse(
  context: Context<RequestEnvironment>,
  { retryAfterSeconds, ...refusal }: ServerRefusal,
  headers: Fields = {},
): Response {
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return answer(context, refusalBody(refusal), {
    status: refusal.status,
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
