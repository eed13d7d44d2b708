import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { parseRegistry, type Registry } from '@patchwork/federation';
import { ReleaseError } from '@patchwork/release';
import { type LocalServer, listen } from '../local-server.ts';
import { defaultConfig } from '../pieces.ts';

type Adjust = (registry: Registry) => Registry;
type Change = (text: string, adjust: Adjust) => string;

const changeRegistry: Change = (text, adjust) =>
  JSON.stringify(adjust(parseRegistry(JSON.parse(text), 'any').registry));

const addedOrigins = (adjust: Adjust): string[] =>
  adjust({ format: 2, remotes: [] }).remotes.map(({ stable }) => new URL(stable.entry).origin);

/** Changes config.json: enables devtools if it has none, and allows the origins of remotes that `adjust` adds. */
const changeConfig: Change = (text, adjust) => {
  const config = { ...defaultConfig, ...JSON.parse(text) };
  const remoteOrigins = [...(config.remoteOrigins ?? []), ...addedOrigins(adjust)];
  return JSON.stringify({ ...config, remoteOrigins });
};

const changeEmbedded = (html: string, id: string, change: (text: string) => string): string =>
  html.replace(
    new RegExp(`(<script type="application/json" id="${id}">)([^<]*)`),
    (_whole, start: string, text: string) => start + change(text).replaceAll('<', '\\u003c'),
  );

const changePage: Change = (html, adjust) => {
  const page = changeEmbedded(html, 'patchwork-registry', (text) => changeRegistry(text, adjust));
  return changeEmbedded(page, 'patchwork-config', (text) => changeConfig(text, adjust));
};

const documents: Readonly<Record<string, Change | undefined>> = {
  '/registry.json': changeRegistry,
  '/config.json': changeConfig,
};

/** Returns the function that changes a response of the shop; undefined for a response that is passed on unchanged. */
const mirroredText = (url: string | undefined, type: string | null): Change | undefined =>
  type?.startsWith('text/html') ? changePage : documents[url ?? ''];

interface MirrorOptions {
  readonly origin: string;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  readonly adjustRegistry: (registry: Registry) => Registry;
}

/** Headers that aren't passed on: they belong to a single connection or origin, or to the unchanged body. */
const connectionHeaders =
  /^(?:host|origin|connection|keep-alive|transfer-encoding|content-(?:encoding|length)|accept-encoding|if-.+|etag|last-modified)$/;

/** Headers that would make browsers block a development server on this machine. */
const policies = /^(?:content-security-policy.*|strict-transport-security)$/;

const passedOn = (headers: Iterable<[string, string | string[] | undefined]>) =>
  [...headers].flatMap(([name, value]): [string, string][] =>
    value === undefined || connectionHeaders.test(name) || policies.test(name)
      ? []
      : [[name, String(value)]],
  );

async function forward(origin: string, request: IncomingMessage): Promise<Response> {
  const { url = '/', method = 'GET', headers } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return fetch(origin + url, {
    method,
    headers: passedOn(Object.entries(headers)),
    // Buffers the body so that its length is known: some APIs refuse chunked bodies.
    ...(hasBody && { body: await arrayBuffer(request) }),
  });
}

async function handle(
  { origin, adjustRegistry }: MirrorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const original = await forward(origin, request);
  const type = original.headers.get('content-type');
  // The shop answers 404 with its page for paths that only the local remote declares.
  const isChanged = original.ok || (original.status === 404 && type?.startsWith('text/html'));
  const change = isChanged && mirroredText(request.url, type);
  // A HEAD request has no text to change.
  const text =
    change && request.method !== 'HEAD' ? change(await original.text(), adjustRegistry) : undefined;
  response.writeHead(change ? 200 : original.status, passedOn(original.headers).flat());
  if (text !== undefined || !original.body) response.end(text);
  else await pipeline(Readable.fromWeb(original.body as ReadableStream), response);
}

/**
 * Serves the shop at `origin` from this machine. Adjusts the registry and the configuration, also where pages embed
 * them, leaves out security policies, and passes everything else on. Throws a ReleaseError if the port is not
 * available.
 */
export async function mirrorShop(options: MirrorOptions): Promise<LocalServer> {
  const handler: RequestListener = (request, response) => {
    handle(options, request, response).catch((error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${options.origin} can’t be reached: ${error}\n`);
    });
  };
  return listen(handler, options.port).catch(({ message }: Error) => {
    throw new ReleaseError(`The port is not available (${message}): choose one, as in PORT=3100`);
  });
}
