import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { fileHeaders } from '../policy/page-headers.ts';
import { messageOf } from '../release-error.ts';
import type { Documents } from './documents.ts';
import {
  acceptsHtml,
  hasExtension,
  isHidden,
  isPageless,
  namesHtml,
  pathOf,
} from './requested-path.ts';
import { sendBody, sendText, setHeaders } from './send.ts';
import { sendFile } from './send-file.ts';
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

function sendNotAllowed(response: ServerResponse): void {
  response.setHeader('allow', 'GET, HEAD');
  sendText(response, 405, 'Not allowed.');
}

interface HandlerOptions {
  readonly release: string;
  readonly documents: Documents;
  readonly report: (message: string) => void;
}

/** Handles every request to a release folder, which may change while it is served. */
export function createHandler({ release, documents, report }: HandlerOptions): RequestListener {
  /** Where the release folder holds no file of that path. */
  function sendMissing(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    if (pathname === '/robots.txt') return sendMade.robots(exchange);
    const isPage = hasExtension(pathname)
      ? namesHtml(request) && revision.declares(pathname)
      : acceptsHtml(request);
    if (isPage && !isPageless(pathname)) return sendMade.page(exchange);
    sendText(response, 404, 'Not found.');
  }

  async function sendFound(exchange: Exchange): Promise<void> {
    if (!(await sendFile(release, exchange))) await sendMissing(exchange);
  }

  function send(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    response.setHeader('cache-control', cacheControl(request));
    const document = revision.document(pathname);
    if (document) sendBody(request, response, document, 'application/json');
    else if (/^\/(?:index\.html)?$/.test(pathname)) return sendMade.page(exchange);
    else if (sitemapNumber(pathname) !== undefined) return sendMade.sitemap(exchange);
    else return sendFound(exchange);
  }

  function handle(request: IncomingMessage, response: ServerResponse): Handled {
    const pathname = pathOf(request);
    if (pathname === undefined) sendText(response, 400, 'Bad request.');
    else if (!/^(?:GET|HEAD)$/.test(request.method ?? '')) sendNotAllowed(response);
    else if (isHidden(pathname)) sendText(response, 404, 'Not found.');
    else return send({ request, response, pathname, revision: documents() });
  }

  return (request, response) => {
    // A remote may be on another origin than the shell that loads it.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('timing-allow-origin', '*');
    setHeaders(response, fileHeaders);
    const fail = (error: unknown) => {
      report(`${request.url}: ${messageOf(error)}`);
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
