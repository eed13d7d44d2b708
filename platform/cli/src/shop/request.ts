import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';

interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum number of redirects that are followed. */
const MAX_REDIRECTS = 5;

function send(address: URL, { method, headers, body, signal }: Asked): Promise<IncomingMessage> {
  const request = address.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(address, {
      ...{ method, signal },
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(body && { 'content-length': body.length }),
      },
    });
    sent.once('error', reject).once('response', resolve).end(body);
  });
}

/**
 * Requests an address of a shop, and follows redirects of GET and HEAD. Unlike `fetch`, never decodes the response:
 * what a foreign server sends must not reach a decompressor.
 */
export async function requestShop(address: string, asked: Asked = {}): Promise<IncomingMessage> {
  const { method = 'GET' } = asked;
  const first = new URL(address);
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    // Headers may hold secrets, which are for the first origin only.
    const sent = url.origin === first.origin ? asked : { ...asked, headers: {} };
    const response = await send(url, { ...sent, method });
    const { statusCode = 0, headers } = response;
    const isRedirect = /^30[12378]$/.test(String(statusCode)) && headers.location !== undefined;
    if (!isRedirect || !/^(?:GET|HEAD)$/.test(method)) return response;
    response.resume();
    url = new URL(headers.location ?? '', url);
    if (!/^https?:$/.test(url.protocol)) throw new Error(`it redirects to ${url}`);
    if (redirects === MAX_REDIRECTS) throw new Error('it redirects too often');
  }
}

export const isOk = ({ statusCode = 0 }: IncomingMessage): boolean =>
  statusCode >= 200 && statusCode < 300;

/** Reads the body of a response. Throws an error if it is compressed, although nothing was accepted but plain bytes. */
export async function readBody(response: IncomingMessage): Promise<Buffer> {
  const coding = response.headers['content-encoding'] ?? 'identity';
  if (coding === 'identity') return buffer(response);
  response.destroy();
  throw new Error(
    `it is sent with “content-encoding: ${coding}”, although “accept-encoding: identity” was asked for: whoever runs the shop must let its server or CDN send it uncompressed`,
  );
}
