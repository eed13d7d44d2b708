import type { Page } from '@playwright/test';
import { axeViolations, expect } from './support.ts';

/**
 * Returns by how many pixels the page or a tab panel overflows sideways; 0 or less if both fit. The page's width
 * excludes the scroll bar, for which space is reserved even where it is hidden.
 */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const panels = [...document.querySelectorAll('[role="tabpanel"]')];
    return Math.max(
      root.scrollWidth - Math.round(root.getBoundingClientRect().width),
      ...panels.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
  });

/**
 * Doubles the text's size for a moment. Returns by how many pixels the page then overflows sideways, and the texts of
 * boxes that cut through a line or cut off its end. A line that is hidden as a whole is no fault.
 */
const faultsOfLargeText = (page: Page) =>
  page.evaluate(() => {
    const hides = (value: string) => value === 'hidden' || value === 'clip';
    /** Whether an edge cuts through letters, and not only through the room at either side of a line. */
    function crosses(edge: number, start: number, end: number): boolean {
      const room = (end - start) / 5;
      return start + room < edge && edge < end - room;
    }
    function isCut(box: Element): boolean {
      const { overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(box);
      if (!(hides(overflowX) || hides(overflowY)) || clipPath !== 'none') return false;
      const { right, bottom } = box.getBoundingClientRect();
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const text = document.createRange();
      while (texts.nextNode()) {
        if (texts.currentNode.parentElement?.closest('.visually-hidden')) continue;
        text.selectNode(texts.currentNode);
        for (const line of text.getClientRects()) {
          if (hides(overflowY) && crosses(bottom, line.top, line.bottom)) return true;
          if (!hides(overflowX) || textOverflow === 'ellipsis') continue;
          if (crosses(right, line.left, line.right)) return true;
        }
      }
      return false;
    }
    const root = document.documentElement;
    root.style.fontSize = '200%';
    const width = Math.round(root.getBoundingClientRect().width);
    const sideways = Math.max(0, root.scrollWidth - width);
    const cut = [...document.querySelectorAll('#root *:not(svg, svg *, :has(img, input))')]
      .filter((box) => box.checkVisibility() && isCut(box))
      .map(({ textContent }) => textContent.slice(0, 60));
    root.style.fontSize = '';
    return { sideways, cut };
  });

/**
 * Returns the controls that can't be seen in forced colours, which drop backgrounds and shadows: fields without an
 * edge, and buttons and links without a text, a picture or an edge.
 */
const unseenInForcedColours = (page: Page) =>
  page.evaluate(() => {
    const hasEdge = (element: Element | null): boolean => {
      if (!element) return false;
      const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element);
      return (borderTopStyle !== 'none' && borderTopWidth !== '0px') || outlineStyle !== 'none';
    };
    const isSeen = (control: HTMLElement): boolean => {
      if (hasEdge(control) || hasEdge(control.parentElement)) return true;
      if (control.matches('input, select, textarea'))
        return (
          getComputedStyle(control).appearance !== 'none' ||
          // Its label is drawn in its place.
          [...((control as HTMLInputElement).labels ?? [])].some(
            (label) => hasEdge(label) || [...label.children].some(hasEdge),
          )
        );
      return control.textContent.trim() !== '' || control.querySelector('svg, img') !== null;
    };
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter(
        (control) => control.checkVisibility({ visibilityProperty: true }) && !isSeen(control),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 160));
  });

type ColorScheme = 'light' | 'dark';

/**
 * Colour schemes in which axe checks each width. Its rules concern colours, which depend on the scheme, or elements,
 * which depend on the width, so one narrow and one wide screen are enough, one in each scheme. `pnpm test --all` checks
 * both schemes at each width but 320.
 */
const schemesAt: readonly (readonly [width: number, ...schemes: ColorScheme[]])[] =
  process.env.ALL_TESTS === 'true'
    ? [[320], [390, 'light', 'dark'], [768, 'light', 'dark'], [1440, 'light', 'dark']]
    : [[320], [390, 'dark'], [768], [1440, 'light']];

/**
 * Expects the current screen to have no violations of axe's rules, to fit every width, on phones also with text twice
 * as large, and to show its controls in forced colours. Reports all faults, not only the first.
 */
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
    if (width > 390) continue;
    const large = await faultsOfLargeText(page);
    const none = { sideways: 0, cut: [] };
    expect.soft(large, `${screen} at ${width} px with text at 200 %`).toEqual(none);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await unseenInForcedColours(page), `${screen} in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}
