import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Kit } from '@patchwork/build/kit';
import {
  configFields,
  createViolationPrinter,
  developmentHeaders,
  developmentScript,
  developmentTrust,
  developmentWorker,
  isViolationReport,
  isWorkerStart,
} from '@patchwork/build/policy';
import {
  createPageRights,
  developmentGrants,
  matchRoute,
  type PublishedRemote,
  parseRegistry,
  type Registry,
  versionsOf,
} from '@patchwork/host';
import { ReleaseError } from '@patchwork/release';
import { type LocalServer, listen } from '../local-server.ts';
import { defaultConfig } from '../pieces.ts';
import { isOk, readBody, requestShop } from '../shop/request.ts';

type Adjust = MirrorOptions['adjustRegistry'];
type Change = (text: string, options: MirrorOptions) => string;

const changeRegistry: Change = (text, { adjustRegistry }) =>
  JSON.stringify(adjustRegistry(parseRegistry(JSON.parse(text), 'any').registry));

/** Returns the remotes that `adjust` adds: those of development servers. */
const addedBy = (adjust: Adjust): PublishedRemote[] =>
  adjust({ format: 2, remotes: [] }).remotes.map(({ stable }) => stable);

/** Changes config.json: enables devtools if it has none, and allows the origins of added remotes. */
const changeConfig: Change = (text, { adjustRegistry, onMock }) => {
  const config = { ...defaultConfig, ...JSON.parse(text) };
  const added = addedBy(adjustRegistry).map(({ entry }) => new URL(entry).origin);
  const remoteOrigins = [...(config.remoteOrigins ?? []), ...added];
  // Without an address of the API, the page starts the mock.
  const { apiBaseUrl: _address, ...others } = config;
  return JSON.stringify({ ...(onMock ? onMock(others) : config), remoteOrigins });
};

const changeEmbedded = (html: string, id: string, change: (text: string) => string): string =>
  html.replace(
    new RegExp(`(<script type="application/json" id="${id}">)([^<]*)`),
    (_whole, start: string, text: string) => start + change(text).replaceAll('<', '\\u003c'),
  );

const changePage: Change = (html, options) => {
  const page = changeEmbedded(html, 'patchwork-registry', (text) => changeRegistry(text, options));
  return changeEmbedded(page, 'patchwork-config', (text) => changeConfig(text, options));
};

const script = `<script>${developmentScript({ isAlone: false })}</script>`;

/** Matches the JSON that a page has for its own policy. */
const ownPolicy =
  /<script type="application\/json" id="patchwork-(?:trusted|elsewhere)">[^<]*<\/script>/g;

/** Reads a JSON document of the shop; `absent` if there is none: some hosts send the page instead. */
async function readDocument(origin: string, name: string, absent: string): Promise<string> {
  const response = await requestShop(`${origin}/${name}`);
  const text = (await readBody(response)).toString();
  const isJson = response.headers['content-type']?.includes('json');
  return isOk(response) && isJson ? text : absent;
}

/**
 * Returns what the page at a path may do: what its release would allow, and what the local remote asks for. `elsewhere`
 * are the pages that need other rights.
 */
async function allowedAt(pathname: string, options: MirrorOptions) {
  const { origin, adjustRegistry } = options;
  const [registry, ownConfig] = await Promise.all([
    readDocument(origin, 'registry.json', '{"format":2,"remotes":[]}'),
    readDocument(origin, 'config.json', '{}'),
  ]);
  const config = JSON.parse(changeConfig(ownConfig, options));
  const versions = versionsOf(adjustRegistry(parseRegistry(JSON.parse(registry), 'any').registry));
  const granted = configFields(config).rights;
  const own = developmentGrants(addedBy(adjustRegistry), granted);
  const grants = { ...granted, ...own };
  const pages = createPageRights(versions, grants);
  const path = matchRoute(versions, pathname)?.route.path;
  return { config, rights: pages.of(path), elsewhere: pages.elsewhere(path) };
}

type Fields = Readonly<Record<string, string>>;

/** Gives a page the policy that its release would send, and what hot reload needs. */
async function withPolicy(
  page: string,
  pathname: string,
  options: MirrorOptions,
): Promise<{ readonly html: string; readonly headers: Fields }> {
  const { elsewhere, ...may } = await allowedAt(pathname, options);
  const allowed = { ...may, hasEvals: true };
  const embed = (id: string, json: string) =>
    `<script type="application/json" id="patchwork-${id}">${json.replaceAll('<', '\\u003c')}</script>`;
  const documents = [
    embed('trusted', developmentTrust(allowed)),
    embed('elsewhere', JSON.stringify(elsewhere)),
  ];
  const html = page
    .replaceAll(ownPolicy, '')
    .replace(/<head[^>]*>/, (head) => head + script + documents.join(''));
  return { html, headers: developmentHeaders({ ...allowed, html }) };
}

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
  /** Adapts the configuration to pages that use the mock, also if the shop has an API; undefined if they don't. */
  readonly onMock?: Kit['onMock'] | undefined;
  /** Returns the paths and addresses below which the developed remote's own API is. */
  readonly ownPaths?: () => readonly string[];
  /** Server of the remote's own API. */
  readonly backend?: string | undefined;
}

/** Headers that aren't passed on: they belong to a single connection or origin. */
const connectionHeaders =
  /^(?:host|origin|connection|keep-alive|transfer-encoding|accept-encoding|if-.+|etag|last-modified)$/;
/** Headers of the unchanged body. */
const bodyHeaders = /^content-(?:encoding|length)$/;

/** Headers that would make browsers block a development server on this machine; pages get others. */
const policies =
  /^(?:content-security-policy.*|strict-transport-security|cross-origin-opener-policy|permissions-policy)$/;

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

const isBelow = (url: string | undefined, base: string): boolean =>
  `${(url ?? '').replace(/\?.*/, '')}/`.startsWith(`${base}/`);

/** Sends a call of the remote's own API to its server, or else to the shop. Says what to do if neither answers it. */
async function answerOwn(
  { origin, backend }: MirrorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, text: string) => {
    const body = JSON.stringify({
      errors: [`${request.method} ${request.url}: ${text}`],
      code: 'noBackend',
    });
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  };
  const server = backend?.replace(/\/$/, '');
  const answer = await forward(server ?? origin, request).catch((error: Error) => error);
  if (answer instanceof Error) {
    refuse(502, `${backend ?? origin} can’t be reached (${answer.message}). Start it.`);
  } else if (server === undefined && answer.statusCode === 404) {
    answer.resume();
    const mock = 'Start “patchwork dev” with --mock, and the mock answers';
    const own = 'with --backend http://localhost:4000, and your server at that address does';
    refuse(501, `${origin} has no such call. ${mock}; or ${own}.`);
  } else {
    response.writeHead(answer.statusCode ?? 502, passedOn(answer.headersDistinct, false).flat());
    await pipeline(answer, response);
  }
}

/** Sends the script in which workers begin, with the policy of the page that starts one. */
async function sendWorker(
  options: MirrorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { referer = '' } = request.headers;
  const page = URL.canParse(referer) ? new URL(referer).pathname : '/';
  const [start, { config, rights }] = await Promise.all([
    forward(options.origin, request),
    allowedAt(page, options),
  ]);
  const headers = new Headers(passedOn(start.headersDistinct, true));
  const policy = developmentHeaders({ config, rights, html: '' });
  for (const [name, value] of Object.entries(policy)) headers.set(name, value);
  const text = (await readBody(start)).toString();
  response.writeHead(start.statusCode ?? 502, [...headers].flat());
  response.end(isOk(start) ? await developmentWorker(text, request) : text);
}

async function handle(
  options: MirrorOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isOwn = options.ownPaths?.().some((base) => isBelow(request.url, base));
  if (isOwn) return answerOwn(options, request, response);
  if (isWorkerStart(request)) return sendWorker(options, request, response);
  const original = await forward(options.origin, request);
  const { statusCode = 502, headersDistinct } = original;
  const type = original.headers['content-type'];
  // The shop answers 404 with its page for paths that only the local remote declares.
  const isChanged = isOk(original) || (statusCode === 404 && type?.startsWith('text/html'));
  const change = isChanged && mirroredText(request.url, type);
  // A HEAD request has no text to change.
  const text =
    change && request.method !== 'HEAD'
      ? change((await readBody(original)).toString(), options)
      : undefined;
  const page =
    text !== undefined && change === changePage
      ? await withPolicy(text, (request.url ?? '/').replace(/[?#].*$/s, ''), options)
      : undefined;
  const headers = new Headers(passedOn(headersDistinct, Boolean(change)));
  for (const [name, value] of Object.entries(page?.headers ?? {})) headers.set(name, value);
  response.writeHead(change ? 200 : statusCode, [...headers].flat());
  if (text === undefined) await pipeline(original, response);
  else response.end(page?.html ?? text);
}

/**
 * Serves the shop at `origin` from this machine. Adjusts the registry and the configuration, also where pages embed
 * them, and the policy of pages, and passes everything else on. Throws a ReleaseError if the port is not
 * available.
 */
export async function mirrorShop(options: MirrorOptions): Promise<LocalServer> {
  const explain = createViolationPrinter(console.error);
  const handler: RequestListener = (request, response) => {
    const answer = isViolationReport(request)
      ? explain(request, response)
      : handle(options, request, response);
    answer.catch((error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${options.origin} can’t be reached: ${error}\n`);
    });
  };
  return listen(handler, options.port).catch(({ message }: Error) => {
    throw new ReleaseError(`The port is not available (${message}): choose one, as in PORT=3100`);
  });
}
