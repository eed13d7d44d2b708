import type { Page } from '@playwright/test';
import { axeViolations, expect } from './support.ts';

/** How far the page, or a panel in it, can be scrolled sideways, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('[role="tabpanel"]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    ),
  );

/** How far the page can be scrolled sideways while its text is twice as large, in pixels. */
const overflowOfLargeText = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const overflow = root.scrollWidth - root.clientWidth;
    root.style.fontSize = '';
    return overflow;
  });

type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

/** At every width, by day and by night. */
const everyLook = [390, 768, 1440].flatMap((width): Look[] => [
  [width, 'light'],
  [width, 'dark'],
]);

/** The screen as it is now. All faults are reported at once. */
export async function expectSound(
  page: Page,
  screen: string,
  looks: readonly Look[] = everyLook,
): Promise<void> {
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const where = `${screen} at ${width} px, ${colorScheme}`;
    expect.soft(await axeViolations(page), where).toEqual([]);
    expect.soft(await overflow(page), `${where}, sticks out`).toBeLessThanOrEqual(0);
    if (width !== 390 || colorScheme !== 'dark') continue;
    const large = await overflowOfLargeText(page);
    expect.soft(large, `${where}, sticks out with text at 200 %`).toBeLessThanOrEqual(0);
  }
}
