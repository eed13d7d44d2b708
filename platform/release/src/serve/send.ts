import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { HeaderFields } from '@patchwork/build/policy';
import { acceptedCodings, isKnown } from '../http-server/negotiation.ts';

/**
 * Length in characters from which a lower compression level is used. The registry of 100 remotes has 2 MB, which would
 * take seconds at the highest level.
 */
const LARGE_TEXT_LENGTH = 300_000;

/**
 * Frequency of requests for a body, which decides its compression level. For a page of 16 kB, brotli takes 23 ms at the
 * highest level and 0.4 ms at level 5; the result is then 8 percent larger.
 */
type Use = 'often' | 'seldom';

const brotliLevel = ({ length }: string, use: Use): number =>
  use === 'often' && length < LARGE_TEXT_LENGTH ? constants.BROTLI_MAX_QUALITY : 5;

const encoders = {
  br: (text: string, use: Use) =>
    brotliCompressSync(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel(text, use) },
    }),
  gzip: (text: string, use: Use) => gzipSync(text, { level: use === 'often' ? 9 : 6 }),
  identity: (text: string) => Buffer.from(text),
};

type Encoding = keyof typeof encoders;

export interface Body {
  readonly text: string;
  readonly tag: string;
  /** Returns the encoded bytes, which are created at the first request and then reused. */
  encoded: (encoding: Encoding) => Buffer;
}

export function createBody(text: string, use: Use = 'often'): Body {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const made = new Map<Encoding, Buffer>();
  return {
    text,
    tag: `W/"${hash}"`,
    encoded(encoding) {
      const bytes = made.get(encoding) ?? encoders[encoding](text, use);
      made.set(encoding, bytes);
      return bytes;
    },
  };
}

export function setHeaders(response: ServerResponse, headers: HeaderFields): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

export function sendText(response: ServerResponse, status: number, sentence: string): void {
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('content-type', 'text/plain;charset=utf-8');
  response.statusCode = status;
  response.end(`${sentence}\n`);
}

/**
 * Redirects permanently. Browsers ask again each time nevertheless, because the old address may get a page of its own.
 */
export function sendMoved(response: ServerResponse, location: string): void {
  response.setHeader('cache-control', 'no-cache');
  response.writeHead(301, { location }).end();
}

/** Responds with a body, or with 304 if the browser has it already. A header Vary that was set is kept. */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  { tag, encoded }: Body,
  type: string,
  status: 200 | 404 | 503 = 200,
): void {
  response.setHeader('etag', tag);
  response.appendHeader('vary', 'Accept-Encoding');
  if (status === 200 && isKnown(request.headers['if-none-match'], tag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', type);
  const [encoding] = acceptedCodings(request.headers['accept-encoding']);
  if (encoding) response.setHeader('content-encoding', encoding);
  const bytes = encoded(encoding ?? 'identity');
  response.setHeader('content-length', bytes.length);
  response.statusCode = status;
  response.end(bytes);
}

/** Whether a response could not be completed because the client has left, before or while it was sent. */
export const isAborted = (error: unknown): boolean =>
  ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE'].includes(
    String(Reflect.get(Object(error), 'code')),
  );

/** Responds with XML that is generated while it is sent. */
export async function sendXml(
  { method }: IncomingMessage,
  response: ServerResponse,
  xml: AsyncIterable<string>,
): Promise<void> {
  response.setHeader('content-type', 'application/xml;charset=utf-8');
  if (method === 'HEAD') return void response.end();
  await pipeline(xml, response).catch((error) => {
    if (!isAborted(error)) throw error;
  });
}
