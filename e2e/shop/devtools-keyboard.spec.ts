import type { Page } from '@playwright/test';
import { press, tabTo } from '../keyboard-steps.ts';
import { expect, logInAsGuest, onlyInAll } from '../support.ts';
import { panel, products, test } from './devtools-steps.ts';

const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name, exact: true });

/** Moves the focus to the next tab, from the tab that has it. */
async function goOn(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, name)).toBeFocused();
  await expect(panel(page).getByRole('tabpanel', { name, exact: true })).toBeVisible();
}

/** Moves the focus from inside a tab back to its title. */
const back = (page: Page, name: string) => tab(page, name).focus();

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(
    `the panel can be used by keyboard alone at ${width} px`,
    onlyInAll(width !== 1440),
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await logInAsGuest(page);
      await expect(products(page)).toHaveCount(14);
      const home = page.getByRole('link', { name: 'Patchwork' }).first();
      await home.focus();
      await page.keyboard.press('Alt+Shift+D');
      await expect(tab(page, 'Remotes')).toBeFocused();

      await press(page, panel(page).locator('summary', { hasText: 'mfe-catalog' }), 'Enter');
      await tabTo(page, panel(page).getByRole('button', { name: 'Reload mfe-catalog' }));
      await tabTo(
        page,
        panel(page).getByRole('combobox', { name: 'Break mfe-catalog on purpose' }),
      );

      await back(page, 'Remotes');
      await goOn(page, 'Boundaries');
      const outlines = panel(page).getByRole('switch', { name: /^Show boundaries/ });
      await expect(outlines).toBeVisible();
      await press(page, outlines, 'Space');
      await expect(page.locator('html')).toHaveAttribute('data-boundaries', 'on');
      await page.keyboard.press('Space');
      await expect(page.locator('html')).not.toHaveAttribute('data-boundaries', 'on');

      await back(page, 'Boundaries');
      await goOn(page, 'Graph');
      await goOn(page, 'Requests');
      const call = panel(page).getByRole('button', {
        name: /^GET \/api\/user\/(cart|wishlist) 200/,
      });
      // The list is one tab stop: the newest call, whichever that is.
      await tabTo(page, panel(page).locator('[data-call][tabindex="0"]'));
      await expect(async () => {
        const isFocused = await call.last().evaluate((row) => row === document.activeElement);
        if (!isFocused) await page.keyboard.press('ArrowUp');
        expect(isFocused).toBe(true);
      }).toPass();
      await page.keyboard.press('Enter');
      const chosen = panel(page).getByRole('region', { name: 'Chosen call' });
      await press(page, chosen.getByRole('button', { name: 'Replay' }));
      await expect(chosen.getByRole('region', { name: 'Replayed' })).toContainText('200 OK');
      await press(page, chosen.getByRole('button', { name: 'Close' }));
      await expect(call.last()).toBeFocused();

      await back(page, 'Requests');
      await goOn(page, 'Errors');
      await goOn(page, 'Mock');
      const delay = panel(page).getByRole('slider', { name: 'Delay of every response' });
      await press(page, delay, 'ArrowLeft');
      await expect(delay).toHaveValue('300');
      await back(page, 'Mock');
      await tabTo(page, tab(page, 'Conditions'));
      await page.keyboard.press('ArrowRight');
      await expect(tab(page, 'Time and mails')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await press(page, panel(page).getByRole('button', { name: 'puddle-raincoat', exact: true }));
      await expect(panel(page).getByRole('textbox', { name: 'The row as JSON' })).toBeFocused();

      await back(page, 'Mock');
      await goOn(page, 'State');
      const filters = panel(page).locator('summary', { hasText: /^filtersAtom/ });
      await expect(filters).toBeVisible();
      await press(page, filters);
      await expect(panel(page).getByText(/Written by .*changeFiltersAtom/)).toBeVisible();

      await back(page, 'State');
      await goOn(page, 'Settings');
      await tabTo(page, panel(page).getByRole('combobox', { name: 'Value in this tab' }).first());
      await tabTo(page, panel(page).getByRole('button', { name: /^Use it for first-row/ }));

      await back(page, 'Settings');
      await goOn(page, 'Reproduce');
      await tabTo(page, panel(page).getByRole('textbox', { name: 'Reproduction link' }));
      await tabTo(page, panel(page).getByRole('button', { name: 'Copy the link' }));

      await page.keyboard.press('Escape');
      await expect(panel(page)).toBeHidden();
      await expect(home).toBeFocused();
    },
  );
}
