import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import { fileHeaders } from '../policy/page-headers.ts';
import type { Documents } from './documents.ts';
import { acceptsHtml, isHidden, isPageless, pathOf } from './requested-path.ts';
import { sendBody, sendText, setHeaders } from './send.ts';
import { type Exchange, type Handled, sendMade } from './send-made.ts';
import { sitemapNumber } from './sitemap.ts';

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

interface HandlerOptions {
  readonly release: string;
  readonly documents: Documents;
  /** The shop's public address, where it is known. */
  readonly origin: string | undefined;
  readonly report: (message: string) => void;
}

/** Handles every request to a release folder, which may change while it is served. */
export function createHandler({
  release,
  documents,
  origin,
  report,
}: HandlerOptions): RequestListener {
  const files = sirv(release, {
    // Looks at the disk for each request: versions are added and deleted while the server runs.
    dev: true,
    etag: true,
    brotli: true,
    gzip: true,
    extensions: [],
  });

  const made = sendMade(origin);

  /** Where the release folder holds no file of that path. */
  function sendMissing(exchange: Exchange): Handled {
    const { request, response, pathname } = exchange;
    if (pathname === '/robots.txt') made.robots(exchange);
    else if (isPageless(pathname) || !acceptsHtml(request)) sendText(response, 404, 'Not found.');
    else return made.page(exchange);
  }

  function sendFile(exchange: Exchange): Handled {
    const { request, response } = exchange;
    // sirv sets it too, but not with a 304.
    response.setHeader('vary', 'Accept-Encoding');
    // sirv throws on a range whose end is before its start; sending the whole file is allowed.
    delete request.headers.range;
    // sirv handles neither a file that disappears before it is read nor a client that leaves early.
    response.on('pipe', (file: Readable) => {
      file.on('error', () => response.destroy());
      response.on('close', () => file.destroy());
    });
    let missing: Handled | undefined;
    files(request, response, () => {
      missing = sendMissing(exchange);
    });
    return missing;
  }

  function sendFound(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    response.setHeader('cache-control', cacheControl(request));
    const document = revision.document(pathname);
    if (document) sendBody(request, response, document, 'application/json');
    else if (/^\/(?:index\.html)?$/.test(pathname)) return made.page(exchange);
    else if (sitemapNumber(pathname) !== undefined) return made.sitemap(exchange);
    else return sendFile(exchange);
  }

  function handle(request: IncomingMessage, response: ServerResponse): Handled {
    const pathname = pathOf(request);
    if (pathname === undefined) sendText(response, 400, 'Bad request.');
    else if (!/^(?:GET|HEAD)$/.test(request.method ?? '')) sendText(response, 405, 'Not allowed.');
    else if (isHidden(pathname)) sendText(response, 404, 'Not found.');
    else return sendFound({ request, response, pathname, revision: documents() });
  }

  return (request, response) => {
    // A remote may be on another origin than the shell that loads it.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('timing-allow-origin', '*');
    setHeaders(response, fileHeaders);
    const fail = (error: unknown) => {
      report(`${request.url}: ${error instanceof Error ? error.message : String(error)}`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This could not be read.');
    };
    try {
      handle(request, response)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
