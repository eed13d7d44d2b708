import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, hold } from './support.ts';

/** Holds back a remote's entry, so that only prerendered HTML is shown. Resolves to a function that releases it. */
export const holdScript = (page: Page, remote: string) =>
  hold(page, `**/${remote}/**/remoteEntry.js`);

/** Expects the shop to have replaced or hydrated the page's initial HTML. */
export const alive = (page: Page) =>
  expect(page.locator('#root')).not.toHaveAttribute('data-waiting');

/** Records the first heading in <main> of each painted frame, beginning with the next document. */
export const recordHeadings = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { headingsSeen: seen });
    requestAnimationFrame(function look() {
      const heading = document.querySelector('main h1');
      const text = heading?.checkVisibility() ? heading.textContent : undefined;
      if (text && !seen.includes(text)) seen.push(text);
      requestAnimationFrame(look);
    });
  });

/** Returns the headings that `recordHeadings` has recorded in this document so far. */
export const headingsSeen = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'headingsSeen') as string[]);

/** Serves the shop with HTML that arrives in some hundred pieces, which the browser paints as they come. */
export const servePiecewise =
  (shopUrl: string) =>
  async ({ url = '/', headers: { accept = '*/*' } }: IncomingMessage, response: ServerResponse) => {
    const headers = { accept, 'accept-encoding': 'identity' };
    const answer = await fetch(`${shopUrl}${url}`, { headers, redirect: 'manual' });
    const type = answer.headers.get('content-type') ?? '';
    const policy = answer.headers.get('content-security-policy') ?? '';
    response.writeHead(answer.status, { 'content-type': type, 'content-security-policy': policy });
    const body = Buffer.from(await answer.arrayBuffer());
    if (!type.includes('html')) return response.end(body);
    const [head = '', ...elements] = body
      .toString()
      .split(/(?=<body|<(?:section|div|h1|p|li|img)\b)/);
    response.write(head);
    for (const element of elements) {
      response.write(element);
      // More than a frame.
      await wait(25);
    }
    return response.end();
  };
