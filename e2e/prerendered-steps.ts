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
