import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Responds with one plain sentence. */
export function sendText(response: ServerResponse, status: number, sentence: string): void {
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('content-type', 'text/plain;charset=utf-8');
  response.statusCode = status;
  response.end(`${sentence}\n`);
}

// The page is compressed while the shopper waits, so at levels that take a millisecond.
const compress = {
  br: (text: string) =>
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => gzipSync(text, { level: 6 }),
};

/** Responds with a text that a browser revalidates on each visit. */
export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  text: string,
  type: string,
): void {
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('etag', tag);
  response.setHeader('vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', type);
  // As simple as sirv's own test: no browser lists an encoding that it refuses.
  const accepted = String(request.headers['accept-encoding']);
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
  if (encoding) response.setHeader('content-encoding', encoding);
  const body = encoding ? compress[encoding](text) : Buffer.from(text);
  response.setHeader('content-length', body.length);
  response.end(body);
}
