import type { Page } from '@playwright/test';
import { expect } from './support.ts';

/** Holds back a remote's script until the returned function is called: only what was prerendered can be seen. */
export async function holdScript(page: Page, remote: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/${remote}/**/remoteEntry.js`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The shop has replaced what was shown first. */
export const alive = (page: Page) =>
  expect(page.locator('#root')).not.toHaveAttribute('data-waiting');

/** Notes each first heading that the page shows from now on: see headingsSeen. */
export const recordHeadings = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { headingsSeen: seen });
    new MutationObserver(() => {
      const { textContent } = document.querySelector('main h1') ?? {};
      if (textContent && !seen.includes(textContent)) seen.push(textContent);
    }).observe(document, { childList: true, subtree: true });
  });

/** Every first heading of the page so far. */
export const headingsSeen = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'headingsSeen') as string[]);
