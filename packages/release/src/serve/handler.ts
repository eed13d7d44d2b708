import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { messageOf } from '../errors.ts';
import { robotsText } from '../page/head.ts';
import { fileHeaders } from '../page/security-headers.ts';
import type { Documents } from './documents.ts';
import type { Page } from './pages.ts';
import { sendBody, sendMoved, sendText, sendXml, setHeaders } from './send.ts';
import { type Exchange, type Handled, sendFile } from './send-file.ts';
import { sitemapNumber } from './sitemap.ts';

function pathOf({ url = '' }: IncomingMessage): string | undefined {
  const [raw = ''] = url.split('?');
  try {
    const decoded = decodeURIComponent(raw);
    return decoded.startsWith('/') && !decoded.includes('\0') ? decoded : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether a path is that of a file or an API call. If it is missing, the page is not sent instead: HTML is no script.
 */
const isPageless = (pathname: string): boolean =>
  /^\/(?:static|remotes|shell|images|api)(?:\/|$)/.test(pathname);

/** Whether a path is probably that of a file. A page may have a dot in its address too, such as that of a product. */
const hasExtension = (pathname: string): boolean => /\.[^/]+$/.test(pathname);

/** Whether a request names HTML among the types that it accepts: browsers do so for pages, not for scripts. */
const namesHtml = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  accept.includes('text/html');

/** Whether a path names one of the release's own files, which begin with a dot, or the headers for other servers. */
const isHidden = (pathname: string): boolean => /(?:^|[\\/])\.|^[\\/]_headers/.test(pathname);

const acceptsHtml = ({ headers: { accept = '*/*' } }: IncomingMessage): boolean =>
  accept.includes('text/html') || accept.includes('*/*');

/** Senders of responses that are not on the disk, but made from the release, its configuration and the API's data. */
const sendMade = {
  page(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    function send({ body, status }: Page): void {
      setHeaders(response, revision.pageHeaders);
      sendBody(request, response, body, 'text/html;charset=utf-8', status);
    }
    const path = revision.movedTo(pathname);
    if (path !== undefined)
      return sendMoved(response, path + (/\?.*$/.exec(request.url ?? '') ?? ''));
    const [, query = ''] = (request.url ?? '').split(/\?(.*)/s);
    const found = revision.page?.({ pathname, query });
    if (found instanceof Promise) return found.then(send);
    if (found) send(found);
    else sendText(response, 503, 'The release holds no shell yet.');
  },

  async sitemap({ request, response, pathname, revision }: Exchange): Promise<void> {
    const { origin } = revision;
    const xml = origin && (await revision.sitemap(pathname, origin));
    if (xml) await sendXml(request, response, xml);
    else sendText(response, 404, 'Not found.');
  },

  robots({ response, revision }: Exchange): void {
    sendText(response, 200, robotsText(revision.origin));
  },
};

const cachingRules: readonly [RegExp, string][] = [
  // The name of the file, of its folder or its query contains a hash of the content: it never changes.
  [
    /^\/(?:static\/|shell\/[^/]+\/|remotes\/[^/]+\/[^/]+\/|images\/[^?]+\?v=\w)/,
    'public, max-age=31536000, immutable',
  ],
  [/^\/(?:images\/|favicon\.)/, 'public, max-age=3600'],
];

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
  function sendMissing(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    if (pathname === '/robots.txt') return sendMade.robots(exchange);
    const isPage = hasExtension(pathname)
      ? namesHtml(request) && revision.declares(pathname)
      : acceptsHtml(request);
    if (isPage && !isPageless(pathname)) return sendMade.page(exchange);
    sendText(response, 404, 'Not found.');
  }

  /** Whether a path is certainly that of a page, so that the disk is not searched for a file of that name. */
  const isDeclaredPage = ({ request, pathname, revision }: Exchange): boolean =>
    !hasExtension(pathname) &&
    !isPageless(pathname) &&
    acceptsHtml(request) &&
    revision.declares(pathname);

  async function sendFound(exchange: Exchange): Promise<void> {
    if (!(await sendFile(release, exchange))) await sendMissing(exchange);
  }

  function send(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    response.setHeader('cache-control', cacheControl(request));
    const document = revision.document(pathname);
    if (document) sendBody(request, response, document, 'application/json');
    else if (/^\/(?:index\.html)?$/.test(pathname)) return sendMade.page(exchange);
    else if (isDeclaredPage(exchange)) return sendMade.page(exchange);
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
