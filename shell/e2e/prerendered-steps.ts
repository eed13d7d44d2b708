import type { Page } from '@playwright/test';
import { expect, hold } from './support.ts';

/** Holds back a remote's script: only what was prerendered can be seen. Returns a function that lets the script go. */
export const holdScript = (page: Page, remote: string) =>
  hold(page, `**/${remote}/**/remoteEntry.js`);

/** Expects the shop to have replaced what was shown first. */
export const alive = (page: Page) =>
  expect(page.locator('#root')).not.toHaveAttribute('data-waiting');

/** Records each first heading that the page shows from now on: see headingsSeen. */
export const recordHeadings = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { headingsSeen: seen });
    new MutationObserver(() => {
      const { textContent } = document.querySelector('main h1') ?? {};
      if (textContent && !seen.includes(textContent)) seen.push(textContent);
    }).observe(document, { childList: true, subtree: true });
  });

/** Returns every first heading of the page so far. */
export const headingsSeen = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'headingsSeen') as string[]);
