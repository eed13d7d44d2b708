import { expect, expectNoAxeViolations, layoutShift, test } from './support.ts';

const widths = [390, 768, 1440];
const schemes = ['light', 'dark'] as const;

for (const width of widths) {
  for (const colorScheme of schemes) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme });

      test('a visitor goes from home over a category and a filter to a product, and back', async ({
        page,
      }) => {
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
        await expectNoAxeViolations(page);

        await page.getByRole('link', { name: /Women/ }).click();
        await expect(page).toHaveURL('/productlist?category=WOMEN');
        await expect(page.getByRole('article')).toHaveCount(5);

        const filters = page.getByRole('button', { name: 'Filters' });
        const inDrawer = await filters.isVisible();
        if (inDrawer) await filters.click();
        await page.getByRole('checkbox', { name: 'M', exact: true }).check();
        if (inDrawer) await page.getByRole('button', { name: /^Show/ }).click();
        await expect(page.getByRole('article')).toHaveCount(2);
        await expectNoAxeViolations(page);

        await page.getByRole('link', { name: 'Marigold Anarkali Dress' }).click();
        await expect(
          page.getByRole('heading', { level: 1, name: 'Marigold Anarkali Dress' }),
        ).toBeVisible();
        await expect(page.getByText('Availabilty:')).toBeVisible();
        await expectNoAxeViolations(page);

        await page.goBack();
        await expect(page).toHaveURL('/productlist?category=WOMEN&size=M');
        await expect(page.getByRole('article')).toHaveCount(2);
        expect(await layoutShift(page)).toBeLessThan(0.02);
      });
    });
  }
}

for (const path of ['/', '/productlist', '/productlist/puddle-raincoat', '/login', '/nowhere']) {
  test(`nothing jumps while ${path} opens`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await layoutShift(page)).toBeLessThan(0.02);
  });
}
