import { tabTo } from './keyboard-steps.ts';
import { expect, onlyInAll, test } from './support.ts';

for (const width of [390, 768, 1440]) {
  test(
    `the whole way by keyboard alone at ${width} px`,
    onlyInAll(width !== 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await tabTo(page, page.getByRole('link', { name: /Women/ }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

      const filters = page.getByRole('button', { name: 'Filters' });
      if (await filters.isVisible()) {
        await tabTo(page, filters);
        await page.keyboard.press('Enter');
      }
      await tabTo(page, page.getByRole('checkbox', { name: 'M', exact: true }));
      await page.keyboard.press('Space');
      await expect(page).toHaveURL('/productlist?category=WOMEN&size=M');
      if (await page.getByRole('dialog').isVisible()) {
        await page.keyboard.press('Escape');
        await expect(filters).toBeFocused();
      }

      await tabTo(page, page.getByRole('link', { name: 'Marigold Anarkali Dress' }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/productlist/marigold-anarkali-dress');
      await expect(
        page.getByRole('heading', { level: 1, name: 'Marigold Anarkali Dress' }),
      ).toBeFocused();

      await page.goBack();
      await expect(page).toHaveURL('/productlist?category=WOMEN&size=M');
      await expect(page.getByRole('article')).toHaveCount(2);
    },
  );
}

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
