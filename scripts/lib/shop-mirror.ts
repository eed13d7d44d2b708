import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Registry } from '@patchwork/federation';
import { ReleaseError } from '@patchwork/release';
import { mirroredText } from './mirrored-text.ts';

interface MirrorOptions {
  /** The shop that is shown: 'https://shop.example'. */
  readonly origin: string;
  /** Where to listen; 0 takes any free port. */
  readonly port: number;
  /** A last change to the registry of each page. */
  readonly adjustRegistry: (releases: Registry) => Registry;
}

export interface Mirror {
  readonly url: string;
  stop(): Promise<void>;
}

/** Headers that belong to one connection, or to bytes that are not the ones passed on. */
const hopping =
  /^(?:host|origin|connection|keep-alive|transfer-encoding|content-(?:encoding|length)|accept-encoding|if-.+|etag|last-modified)$/;

/** Right for the shop, and in the way of a development server on this machine. */
const policies = /^(?:content-security-policy.*|strict-transport-security)$/;

const passedOn = (headers: Iterable<[string, string | string[] | undefined]>) =>
  [...headers].flatMap(([name, value]): [string, string][] =>
    value === undefined || hopping.test(name) || policies.test(name) ? [] : [[name, String(value)]],
  );

function ask(origin: string, request: IncomingMessage): Promise<Response> {
  const { url = '/', method = 'GET', headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return fetch(origin + url, {
    method,
    headers: passedOn(Object.entries(headers)),
    ...(hasBody && { body: Readable.toWeb(request) as BodyInit, duplex: 'half' }),
  });
}

async function answer(
  { origin, adjustRegistry }: MirrorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const shown = await ask(origin, request);
  const change = shown.ok && mirroredText(request.url, shown.headers.get('content-type'));
  const text = change ? change(await shown.text(), adjustRegistry) : undefined;
  response.writeHead(shown.status, passedOn(shown.headers).flat());
  if (text !== undefined || !shown.body) response.end(text);
  else await pipeline(Readable.fromWeb(shown.body as ReadableStream), response);
}

/**
 * Shows a shop that is served elsewhere at an address of this machine, with another registry: all
 * else comes from there as it is asked for. Throws a ReleaseError when the port cannot be had.
 */
export async function mirrorShop(options: MirrorOptions): Promise<Mirror> {
  const server = createServer((request, response) => {
    answer(options, request, response).catch((error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${options.origin} could not be asked: ${error}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => {
      reject(new ReleaseError(`The port can’t be had (${message}): choose one, as in PORT=3100`));
    });
    server.listen(options.port, resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
