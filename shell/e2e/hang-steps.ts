import type { BrowserContext } from '@playwright/test';
import { expect } from './support.ts';

/** Adds a statement at the end of a module's own code, or of what it begins with. */
export const withStatement = (statement: string) => (text: string) =>
  text.replace(/Component:\(\)=>[^}]*\}\);/, `$&${statement};`);

export const endless = withStatement('for(;;)');

/** Code that runs for less than five seconds may be another tab's, which is loading. */
export const HANG_MS = 6000;

/** Opens a page that stops responding, and closes its tab as a shopper does. */
export async function visitThatHangs(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const responds = async () => {
    const answer = page.evaluate(() => true).catch(() => false);
    return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 1000, false))]);
  };
  await expect.poll(responds).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, HANG_MS));
  expect(await responds()).toBe(false);
  await page.close();
}
