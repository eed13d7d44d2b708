import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { HeaderFields } from '../policy/page-headers.ts';
import type { Body } from './body.ts';
import { acceptedCodings, isKnown } from './conditions.ts';

export function setHeaders(response: ServerResponse, headers: HeaderFields): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Responds with one plain sentence. */
export function sendText(response: ServerResponse, status: number, sentence: string): void {
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('content-type', 'text/plain;charset=utf-8');
  response.statusCode = status;
  response.end(`${sentence}\n`);
}

/** Redirects for good. A browser asks again all the same: the address may get a page of its own. */
export function sendMoved(response: ServerResponse, location: string): void {
  response.setHeader('cache-control', 'no-cache');
  response.writeHead(301, { location }).end();
}

/** Responds with a body, or says that the browser has it already. */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  { tag, encoded }: Body,
  type: string,
  status: 200 | 404 | 503 = 200,
): void {
  response.setHeader('etag', tag);
  response.setHeader('vary', 'Accept-Encoding');
  if (status === 200 && isKnown(request, tag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', type);
  const [encoding] = acceptedCodings(request);
  if (encoding) response.setHeader('content-encoding', encoding);
  const bytes = encoded(encoding ?? 'identity');
  response.setHeader('content-length', bytes.length);
  response.statusCode = status;
  response.end(bytes);
}

/** Responds with XML that is made while it is sent. */
export async function sendXml(
  { method }: IncomingMessage,
  response: ServerResponse,
  xml: Iterable<string>,
): Promise<void> {
  response.setHeader('content-type', 'application/xml;charset=utf-8');
  if (method === 'HEAD') response.end();
  else await pipeline(xml, response);
}
