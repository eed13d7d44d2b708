import type { Page } from '@playwright/test';
import { expect, hold } from './support.ts';

/** Holds back a remote's entry, so that only prerendered HTML is shown. Resolves to a function that releases it. */
export const holdScript = (page: Page, remote: string) =>
  hold(page, `**/${remote}/**/remoteEntry.js`);

/** Expects the shop to have replaced or hydrated the page's initial HTML. */
export const alive = (page: Page) =>
  expect(page.locator('#root')).not.toHaveAttribute('data-waiting');

/** Records each heading that is the first one in <main> at some moment, beginning with the next document. */
export const recordHeadings = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { headingsSeen: seen });
    new MutationObserver(() => {
      const { textContent } = document.querySelector('main h1') ?? {};
      if (textContent && !seen.includes(textContent)) seen.push(textContent);
    }).observe(document, { childList: true, subtree: true });
  });

/** Returns the headings that `recordHeadings` has recorded in this document so far. */
export const headingsSeen = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'headingsSeen') as string[]);
