import { serve } from '@patchwork/release';
import { expect, type Locator, type Page } from '@playwright/test';
import { release } from './private-release.ts';
import { test as base } from './support.ts';

/** The released shop as `pnpm start` serves it: devtools are allowed. */
export const test = base.extend<object, { shopUrl: string }>({
  shopUrl: [
    async ({}, use) => {
      const server = await serve({ release, port: 0, defaultConfig: { devtools: {} } });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

export const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Devtools' });

export async function openDevtools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open devtools' }).click();
  await expect(panel(page)).toBeVisible();
}

export async function closeDevtools(page: Page): Promise<void> {
  await page.keyboard.press('Alt+Shift+D');
  await expect(panel(page)).toBeHidden();
}

/** A tab of the panel, or a part of the Mock tab, which has to be selected before. */
export const chooseTab = (page: Page, name: string) =>
  panel(page).getByRole('tab', { name, exact: true }).click();

export async function play(page: Page, scenario: string): Promise<void> {
  await panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${scenario}`) }) })
    .getByRole('button', { name: 'Play' })
    .click();
  await expect(panel(page).getByText(`“${scenario}” is in force.`)).toBeVisible();
}

export const products = (page: Page): Locator => page.getByRole('article');

/** The longest task of the page during `action`, in milliseconds. */
export async function longestTask(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    Reflect.set(window, 'longTasks', { seen, observer });
  });
  await action();
  return page.evaluate(async () => {
    // The layout that follows counts as well.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    const { seen } = Reflect.get(window, 'longTasks') as { seen: number[] };
    return Math.round(Math.max(0, ...seen));
  });
}

/** The page's least height in any frame during an action, in pixels. */
export async function leastHeight(page: Page, action: () => Promise<void>): Promise<number> {
  const least = await page.evaluateHandle(() => {
    const found = { height: Infinity };
    const look = () => {
      found.height = Math.min(found.height, document.documentElement.scrollHeight);
      requestAnimationFrame(look);
    };
    look();
    return found;
  });
  await action();
  return least.evaluate(({ height }) => height);
}
