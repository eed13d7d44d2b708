import type { IncomingMessage, ServerResponse } from 'node:http';
import { robotsText } from '../head/crawler-texts.ts';
import type { Page } from './pages.ts';
import type { Revision } from './revision.ts';
import { sendBody, sendMoved, sendText, sendXml, setHeaders } from './send.ts';

/** A request with its path, what is served at the time, and the response to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pathname: string;
  readonly revision: Revision;
}

/** A promise where the response has to wait for something. */
export type Handled = void | Promise<void>;

/** Sends what is on no disk, but made of the release, its configuration and the API's data. */
export const sendMade = {
  page(exchange: Exchange): Handled {
    const { request, response, pathname, revision } = exchange;
    function send({ body, status }: Page): void {
      setHeaders(response, revision.pageHeaders);
      sendBody(request, response, body, 'text/html;charset=utf-8', status);
    }
    const path = revision.movedTo(pathname);
    if (path !== undefined)
      return sendMoved(response, path + (/\?.*$/.exec(request.url ?? '') ?? ''));
    const hasQuery = request.url?.includes('?') ?? false;
    const found = revision.page?.({ pathname, hasQuery });
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
