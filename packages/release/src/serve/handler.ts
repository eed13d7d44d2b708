import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import type { Documents } from './documents.ts';
import { sendBody, sendText } from './send.ts';

const cachingRules: readonly [RegExp, string][] = [
  // The name of the file, of its folder or its query contains a hash of the content: it never changes.
  [
    /^\/(?:static\/|shell\/[^/]+\/|remotes\/[^/]+\/[^/]+\/|images\/[^?]+\?v=\w)/,
    'public, max-age=31536000, immutable',
  ],
  [/^\/(?:images\/|favicon\.)/, 'public, max-age=3600'],
];

/** How long a browser may cache a file; it revalidates everything that is not listed. */
const cacheControl = ({ url = '' }: IncomingMessage): string =>
  cachingRules.find(([pattern]) => pattern.test(url))?.[1] ?? 'no-cache';

/** The path that a request asks for, decoded; undefined when it is not one. */
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  const [raw = ''] = url.split('?');
  try {
    const decoded = decodeURIComponent(raw);
    return decoded.startsWith('/') && !decoded.includes('\0') ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/** A file or an API call. Where it is missing the page is no substitute: HTML is no script. */
const isPageless = (pathname: string): boolean =>
  /^\/(?:static|remotes|shell|images|api)(?:\/|$)/.test(pathname) || /\.[^/]+$/.test(pathname);

const isHidden = (pathname: string): boolean => /(?:^|[\\/])\./.test(pathname);

const acceptsHtml = ({ headers: { accept = '*/*' } }: IncomingMessage): boolean =>
  accept.includes('text/html') || accept.includes('*/*');

interface HandlerOptions {
  readonly release: string;
  readonly documents: Documents;
  readonly report: (message: string) => void;
}

/** Handles every request to a release folder, which may change while it is served. */
export function createHandler({ release, documents, report }: HandlerOptions): RequestListener {
  const files = sirv(release, {
    // Looks at the disk for each request: versions are added and deleted while the server runs.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
  });

  function sendPage(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    const page = documents().page(pathname);
    if (page) sendBody(request, response, page, 'text/html;charset=utf-8');
    else sendText(response, 503, 'The release holds no shell yet.');
  }

  function sendFile(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    // sirv sets it too, but not with a 304.
    response.setHeader('vary', 'Accept-Encoding');
    // sirv throws on a range whose end is before its start; sending the whole file is allowed.
    delete request.headers.range;
    // sirv handles neither a file that disappears before it is read nor a client that leaves early.
    response.on('pipe', (file: Readable) => {
      file.on('error', () => response.destroy());
      response.on('close', () => file.destroy());
    });
    files(request, response, () => {
      if (isPageless(pathname) || !acceptsHtml(request)) sendText(response, 404, 'Not found.');
      else sendPage(request, response, pathname);
    });
  }

  function sendFound(request: IncomingMessage, response: ServerResponse, pathname: string): void {
    response.setHeader('cache-control', cacheControl(request));
    const document = documents().document(pathname);
    if (document) sendBody(request, response, document, 'application/json');
    else if (/^\/(?:index\.html)?$/.test(pathname)) sendPage(request, response, pathname);
    else sendFile(request, response, pathname);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const pathname = pathOf(request);
    if (pathname === undefined) sendText(response, 400, 'Bad request.');
    else if (!/^(?:GET|HEAD)$/.test(request.method ?? '')) sendText(response, 405, 'Not allowed.');
    else if (isHidden(pathname)) sendText(response, 404, 'Not found.');
    else sendFound(request, response, pathname);
  }

  return (request, response) => {
    // A remote may be on another origin than the shell that loads it.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('timing-allow-origin', '*');
    response.setHeader('x-content-type-options', 'nosniff');
    try {
      handle(request, response);
    } catch (error) {
      report(`${request.url}: ${error instanceof Error ? error.message : String(error)}`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This could not be read.');
    }
  };
}
