import { expect, test } from '../support.ts';

for (const [what, files, keyMs] of [
  ['the shop', '**/mfe-catalog/**/remoteEntry.js', 200],
  ['the catalogue’s search', '**/mfe-catalog/**/*HeaderSearch*', 500],
] as const) {
  test(`text that is typed while ${what} loads is not lost, and is searched for`, async ({
    page,
    expectConsole,
  }) => {
    // Chromium's warning about a preloaded file that is not used because a file before it is held back.
    expectConsole(/was preloaded using link preload but not used/);
    await page.route(files, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500));
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    const search = page.getByPlaceholder('Search').filter({ visible: true });
    // Until the style sheet is there, both of the header's boxes count as visible; nothing is painted yet.
    await expect(search).toHaveCount(1);
    await search.click();
    await search.pressSequentially('raincoat', { delay: keyMs });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(search).toHaveValue('raincoat');
    await expect(search).toBeFocused();
    // Enter is needed if the text was typed before any part of the shop was there.
    if (what === 'the shop') await search.press('Enter');
    await expect(page).toHaveURL('/productlist?search=raincoat');
    await expect(page.getByRole('article')).toHaveCount(1);
  });
}
