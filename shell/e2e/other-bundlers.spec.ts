import { copyPlainExample, runRelease } from './prebuilt-remote.ts';
import { expect, expectNoAxeViolations, test } from './support.ts';

test('a remote in plain JavaScript, with a web component, is a page of the shop', async ({
  page,
  openRelease,
}) => {
  const { folder, url } = await openRelease();
  const example = await copyPlainExample();
  await example.build();
  const { code, said } = await runRelease(folder, 'publish', example.folder, '--load');
  await example.remove();
  expect(code, said).toBe(0);
  expect(said).not.toContain('warning');
  await page.goto(`${url}/size-guide`);
  await expect(page.getByRole('heading', { level: 1, name: 'Size guide' })).toBeVisible();
  await expect(page).toHaveTitle(/^Size guide/);
  await expect(page.locator('[data-team="Size guide"]')).toBeVisible();
  const row = page.getByRole('row', { name: /^M/ });
  await expect(row.getByRole('cell')).toHaveText('91–96');
  // Its style sheet is applied, with the shop's own space.
  await expect(row.getByRole('cell')).not.toHaveCSS('padding-left', '1px');
  await expectNoAxeViolations(page);

  await page.getByRole('banner').getByRole('link', { name: 'Patchwork' }).click();
  await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
});
