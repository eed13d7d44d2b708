import type { IncomingMessage, ServerResponse } from 'node:http';
import { robotsText } from '../head/crawler-texts.ts';
import { originOfRequest } from './origin.ts';
import type { Page } from './pages.ts';
import type { Revision } from './revision.ts';
import { sendBody, sendText, sendXml, setHeaders } from './send.ts';

/** A request with its path, what is served at the time, and the response to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly revision: Revision;
}

/** A promise where the response has to wait for something. */
export type Handled = void | Promise<void>;

/**
 * Sends what is on no disk, but made of the release, its configuration and the API's data. `origin` is
 * the shop's public address, where the server was given one.
 */
export function sendMade(origin: string | undefined) {
  const originOf = ({ request, revision }: Exchange): string | undefined =>
    origin ?? revision.origin ?? originOfRequest(request);

  function page(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    function send({ body, status }: Page): void {
      setHeaders(response, revision.pageHeaders);
      sendBody(request, response, body, 'text/html;charset=utf-8', status);
    }
    const hasQuery = request.url?.includes('?') ?? false;
    const found = revision.page?.({ pathname, hasQuery }, originOf(exchange));
    if (found instanceof Promise) return found.then(send);
    if (found) send(found);
    else sendText(response, 503, 'The release holds no shell yet.');
  }

  async function sitemap(exchange: Exchange): Promise<void> {
    const { request, response, pathname, revision } = exchange;
    const known = originOf(exchange);
    const xml = known && (await revision.sitemap(pathname, known));
    if (xml) await sendXml(request, response, xml);
    else sendText(response, 404, 'Not found.');
  }

  const robots = (exchange: Exchange): void =>
    sendText(exchange.response, 200, robotsText(originOf(exchange)));

  return { page, sitemap, robots };
}
