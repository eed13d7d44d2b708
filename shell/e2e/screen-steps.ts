import type { Page } from '@playwright/test';
import { axeViolations, expect } from './support.ts';

/** Returns how far the page, or a panel in it, must be scrolled sideways to see all of it, in pixels. */
const overflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('[role="tabpanel"]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    ),
  );

/** Returns how far the page must be scrolled sideways while its text is twice as large, in pixels. */
const overflowOfLargeText = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const overflow = root.scrollWidth - root.clientWidth;
    root.style.fontSize = '';
    return overflow;
  });

type ColorScheme = 'light' | 'dark';

/**
 * Colour schemes that axe sees at each width. Its rules concern colours, which depend on the scheme, or elements,
 * which depend on the width: each scheme and each width is seen once, and all combinations by `pnpm test --all`.
 */
const schemesAt: readonly (readonly [width: number, ...schemes: ColorScheme[]])[] =
  process.env.ALL_TESTS === 'true'
    ? [[320], [390, 'light', 'dark'], [768, 'light', 'dark'], [1440, 'light', 'dark']]
    : [[320], [390, 'dark'], [768], [1440, 'light']];

/** Expects the screen as it is now to be free of axe's violations, and to fit every width. All faults are reported. */
export async function expectSound(page: Page, screen: string): Promise<void> {
  for (const [width, ...schemes] of schemesAt) {
    await page.setViewportSize({ width, height: 900 });
    const sideways = await overflow(page);
    expect.soft(sideways, `${screen} at ${width} px, sticks out`).toBeLessThanOrEqual(0);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const where = `${screen} at ${width} px, ${colorScheme}`;
      expect.soft(await axeViolations(page), where).toEqual([]);
    }
    if (width !== 390) continue;
    const large = await overflowOfLargeText(page);
    expect.soft(large, `${screen}, sticks out with text at 200 %`).toBeLessThanOrEqual(0);
  }
}
