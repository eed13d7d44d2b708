import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { fileHeaders } from '@patchwork/build/policy';
import { isPageless } from '@patchwork/host';
import { messageOf } from '../errors.ts';
import { wantsMarkdown } from '../http-server/negotiation.ts';
import { cacheControlOf, workerStart } from '../release-folder/layout.ts';
import { robotsText } from '../release-folder/page/head.ts';
import type { Documents } from './documents.ts';
import type { MarkdownPages, Page } from './pages.ts';
import { sendBody, sendMoved, sendText, sendXml, setHeaders } from './send.ts';
import { type Exchange, type Handled, sendFile } from './send-file.ts';
import { sitemapNumber } from './sitemap.ts';

/**
 * Decodes a path. Returns a malformed path, such as '/%', unchanged, as the router does: the shopper sees “Page not
 * found”.
 */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function pathOf({ url = '' }: IncomingMessage): string | undefined {
  const pathname = decoded(url.replace(/\?.*$/s, ''));
  return pathname.startsWith('/') && !pathname.includes('\0') ? pathname : undefined;
}

/** Returns the path of the page that requests a file; '' if the browser doesn't say. */
const pageOf = ({ headers: { referer = '' } }: IncomingMessage): string =>
  URL.canParse(referer) ? decoded(new URL(referer).pathname) : '';

/** Whether a path probably is a file's. A page's path may contain a dot too, for example in a product id. */
const hasExtension = (pathname: string): boolean => /\.[^/]+$/.test(pathname);

/** Whether a request explicitly accepts a page's HTML, as browsers do for pages but not for scripts, or its Markdown. */
const namesPage = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  accept.includes('text/html') || wantsMarkdown(accept);

/**
 * Whether a path is internal to the release: it has a name that begins with a dot, or is a headers file for other
 * servers.
 */
const isHidden = (pathname: string): boolean => /(?:^|[\\/])\.|^[\\/]_headers/.test(pathname);

const acceptsPage = ({ headers: { accept = '*/*' } }: IncomingMessage): boolean =>
  accept.includes('text/html') || accept.includes('*/*') || wantsMarkdown(accept);

/** Sends a page's Markdown or, if there is none, what `otherwise` sends. */
async function sendMarkdown(
  { request, response }: Exchange,
  made: ReturnType<MarkdownPages>,
  otherwise: () => Handled,
): Promise<void> {
  const page = await made;
  if (!page) return otherwise();
  // Some caches ignore Vary, and would send browsers the Markdown: only the client may keep it.
  response.setHeader('cache-control', 'private, no-cache');
  sendBody(request, response, page.body, 'text/markdown;charset=utf-8', page.status);
}

/** Handlers of generated responses, which depend on the release, its configuration and the API's data. */
const sendMade = {
  page(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    function send({ body, status }: Page): void {
      setHeaders(response, revision.pageHeaders(pathname));
      sendBody(request, response, body, 'text/html;charset=utf-8', status);
    }
    const path = revision.movedTo(pathname);
    if (path !== undefined)
      return sendMoved(response, path + (/\?.*$/.exec(request.url ?? '') ?? ''));
    const [, query = ''] = (request.url ?? '').split(/\?(.*)/s);
    function sendHtml(): Handled {
      const found = revision.page?.({ pathname, query });
      if (found instanceof Promise) return found.then(send);
      if (found) send(found);
      else sendText(response, 503, 'The release has no shell yet.');
    }
    if (revision.hasMarkdown(pathname)) response.setHeader('vary', 'Accept');
    const markdown = wantsMarkdown(request.headers.accept) && revision.markdown;
    return markdown ? sendMarkdown(exchange, markdown({ pathname, query }), sendHtml) : sendHtml();
  },

  async sitemap({ request, response, pathname, revision }: Exchange): Promise<void> {
    const { origin } = revision;
    const xml = origin && revision.sitemap(pathname, origin);
    if (xml) await sendXml(request, response, xml);
    else sendText(response, 404, 'Not found.');
  },

  robots({ response, revision }: Exchange): void {
    sendText(response, 200, robotsText(revision.origin));
  },
};

function sendNotAllowed(response: ServerResponse): void {
  response.setHeader('allow', 'GET, HEAD');
  sendText(response, 405, 'Not allowed.');
}

interface HandlerOptions {
  readonly release: string;
  readonly documents: Documents;
  readonly report: (message: string) => void;
}

/** Creates the handler of all requests to a release folder, which may change while it is served. */
export function createHandler({ release, documents, report }: HandlerOptions): RequestListener {
  function sendMissing(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    if (pathname === '/robots.txt') return sendMade.robots(exchange);
    const isPage = hasExtension(pathname)
      ? namesPage(request) && revision.declares(pathname)
      : acceptsPage(request);
    if (isPage && !isPageless(pathname)) return sendMade.page(exchange);
    sendText(response, 404, 'Not found.');
  }

  /** Whether a path is certainly a page's. The disk is then not searched for a file. */
  const isDeclaredPage = ({ request, pathname, revision }: Exchange): boolean =>
    !hasExtension(pathname) &&
    !isPageless(pathname) &&
    acceptsPage(request) &&
    revision.declares(pathname);

  async function sendFound(exchange: Exchange): Promise<void> {
    const { response, pathname, revision } = exchange;
    // A worker may do what its page may: see platform/build/src/worker-start.ts.
    if (pathname === workerStart)
      setHeaders(response, revision.pageHeaders(pageOf(exchange.request)));
    if (!(await sendFile(release, exchange))) await sendMissing(exchange);
  }

  function send(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    response.setHeader('cache-control', cacheControlOf(request.url ?? ''));
    const document = revision.document(pathname);
    const llms = pathname === '/llms.txt' ? revision.llms : undefined;
    if (llms) sendBody(request, response, llms, 'text/plain;charset=utf-8');
    else if (document) sendBody(request, response, document, 'application/json');
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
    // Allows other origins, because a remote and the shell that loads it may have different ones.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('timing-allow-origin', '*');
    setHeaders(response, fileHeaders);
    const fail = (error: unknown) => {
      report(`${request.url}: ${messageOf(error)}`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This file could not be read.');
    };
    try {
      handle(request, response)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
