import { expect, type Locator, type Page } from '@playwright/test';
import { addressCards, type ravis } from './shopper-steps.ts';

/**
 * Returns whether `target` has the focus, and the focused element's HTML if that element can't be seen: it is unmarked,
 * out of view, or covered by the header or a page's bar, which stick to the screen's edges.
 */
const lookAtFocus = (target: Locator) =>
  target.evaluate((element) => {
    const focused = document.activeElement;
    const isThere = focused === element;
    // Between the last stop and the first one the browser's own controls have it.
    if (!focused || focused === document.body) return { isThere };
    const { left, top, right, bottom } = focused.getBoundingClientRect();
    const edges = [...document.querySelectorAll('.shop-header, .bottom-bar')].flatMap((bar) => {
      const edge = bar.getBoundingClientRect();
      const onTop = document.elementFromPoint(edge.x + edge.width / 2, edge.y + edge.height / 2);
      // A bar that doesn't stick, or lies below a panel, covers nothing.
      const sticks = ['sticky', 'fixed'].includes(getComputedStyle(bar).position);
      return sticks && bar.contains(onTop) && !bar.contains(focused) ? edge : [];
    });
    const start = Math.max(0, ...edges.filter((bar) => bar.top <= 0).map((bar) => bar.bottom));
    const end = Math.min(innerHeight, ...edges.filter((bar) => bar.top > 0).map((bar) => bar.top));
    const isInView = right > 0 && bottom > start && left < innerWidth && top < end;
    // The outline may be that of a text field's box, or of the area that a card's link covers.
    const isMarked = [
      getComputedStyle(focused),
      getComputedStyle(focused, '::after'),
      getComputedStyle(focused.parentElement ?? focused),
    ].some(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    );
    return isInView && isMarked ? { isThere } : { isThere, unseen: focused.outerHTML };
  });

async function walkTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  if ((await lookAtFocus(target)).isThere) return;
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press(key);
    const { isThere, unseen } = await lookAtFocus(target);
    // Its container may still be sliding into view.
    if (unseen !== undefined)
      await expect.poll(() => lookAtFocus(target)).not.toHaveProperty('unseen');
    if (isThere) return;
  }
  throw new Error(`${target} can’t be reached with ${key}`);
}

/** Presses Tab until `target` has the focus, which must be visible at every stop. */
export const tabTo = (page: Page, target: Locator) => walkTo(page, target, 'Tab');

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves the focus from the page back to a link or button in the header, and presses Enter. */
export async function pressInHeader(page: Page, target: Locator): Promise<void> {
  await walkTo(page, target, 'Shift+Tab');
  await page.keyboard.press('Enter');
}

/** Expects the focus on the heading of a new page, which announces it. */
export const expectArrival = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
export const card = (page: Page, text: string) => addressCards(page).filter({ hasText: text });

/** Adds an address. The button 'Add New Address' must have the focus. */
export async function addAddress(page: Page, fields: typeof ravis): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  for (const text of Object.values(fields)) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(button(page, 'Save')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card(page, fields.Street).getByRole('button', { name: /^Edit/ })).toBeFocused();
}
