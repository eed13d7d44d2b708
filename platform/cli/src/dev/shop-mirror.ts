import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { parseRegistry, type Registry } from '@patchwork/host';
import { ReleaseError } from '@patchwork/release';
import { type LocalServer, listen } from '../local-server.ts';
import { defaultConfig } from '../pieces.ts';
import { isOk, readBody, requestShop } from '../shop/request.ts';

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
const mirroredText = (url: string | undefined, type: string | undefined): Change | undefined =>
  type?.startsWith('text/html') ? changePage : documents[url ?? ''];

interface MirrorOptions {
  readonly origin: string;
  /** Port to listen on; 0 takes any free one. */
  readonly port: number;
  readonly adjustRegistry: (registry: Registry) => Registry;
}

/** Headers that aren't passed on: they belong to a single connection or origin. */
const connectionHeaders =
  /^(?:host|origin|connection|keep-alive|transfer-encoding|accept-encoding|if-.+|etag|last-modified)$/;
/** Headers of the unchanged body. */
const bodyHeaders = /^content-(?:encoding|length)$/;

/** Headers that would make browsers block a development server on this machine. */
const policies = /^(?:content-security-policy.*|strict-transport-security)$/;

const passedOn = (headers: NodeJS.Dict<string[]>, isChanged: boolean) =>
  Object.entries(headers).flatMap(([name, values = []]): [string, string][] =>
    connectionHeaders.test(name) || policies.test(name) || (isChanged && bodyHeaders.test(name))
      ? []
      : values.map((value) => [name, value]),
  );

async function forward(origin: string, request: IncomingMessage): Promise<IncomingMessage> {
  const { url = '/', method = 'GET', headersDistinct } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return requestShop(origin + url, {
    method,
    headers: Object.fromEntries(passedOn(headersDistinct, true)),
    // Buffers the body so that its length is known: some APIs refuse chunked bodies.
    ...(hasBody && { body: await buffer(request) }),
  });
}

async function handle(
  { origin, adjustRegistry }: MirrorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const original = await forward(origin, request);
  const { statusCode = 502, headers, headersDistinct } = original;
  const type = headers['content-type'];
  // The shop answers 404 with its page for paths that only the local remote declares.
  const isChanged = isOk(original) || (statusCode === 404 && type?.startsWith('text/html'));
  const change = isChanged && mirroredText(request.url, type);
  // A HEAD request has no text to change.
  const text =
    change && request.method !== 'HEAD'
      ? change((await readBody(original)).toString(), adjustRegistry)
      : undefined;
  response.writeHead(change ? 200 : statusCode, passedOn(headersDistinct, Boolean(change)).flat());
  if (text === undefined) await pipeline(original, response);
  else response.end(text);
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
