import { copyExample, copyPlainExample, installExamples, runRelease } from './prebuilt-remote.ts';
import { expect, expectNoAxeViolations, onlyInAll, test } from './support.ts';

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

test.describe('with a bundler of its own', onlyInAll(), () => {
  test.describe.configure({ timeout: 240_000 });
  test.beforeAll(installExamples);

  for (const bundler of ['Rspack', 'Vite', 'webpack']) {
    const name = `mfe-with-${bundler.toLowerCase()}`;

    test(`a remote built with ${bundler} is a page of the shop, and falls back to its last good version`, async ({
      page,
      openRelease,
      expectConsole,
    }) => {
      expectConsole(/torn|already registered/);
      // Its scripts and styles have no hashes, so the browser can't use what the shop has fetched ahead.
      if (bundler === 'webpack') expectConsole(/preload/);
      const { folder, url } = await openRelease();
      const example = await copyExample(name);
      await example.build();
      const good = await runRelease(folder, 'publish', example.folder, '--load');
      expect(good.code, good.said).toBe(0);
      expect(good.said).not.toContain('warning');

      const heading = page.getByRole('heading', { level: 1, name: `With ${bundler}` });
      const region = page.locator(`[data-boundary="${name}"]`);
      await page.goto(`${url}/with-${bundler.toLowerCase()}`);
      await expect(heading).toBeVisible();
      await expect(region).toHaveAttribute('data-version', /^1\.0\.0-/);
      await expect(region.locator(`.${name}-page`)).not.toHaveCSS('padding-top', '0px');
      // The shop's own copy of the state answers: the page has a path.
      await expect(page.getByRole('link', { name: 'the home page' })).toHaveAttribute('href', '/');

      // A fault during rendering is on the page before the version that replaces it.
      await example.change('package.json', '"version": "1.0.0"', '"version": "1.0.1"');
      await example.change(
        'src/Page.jsx',
        'const pathTo',
        "if (pathToAtom) throw new Error('torn');\n  const pathTo",
      );
      await example.build();
      const refused = await runRelease(folder, 'publish', example.folder, '--load');
      expect(refused.said).toContain('torn');
      expect(refused.code).toBe(1);
      const torn = await runRelease(folder, 'publish', example.folder, '--no-load');
      expect(torn.code, torn.said).toBe(0);
      await example.remove();

      await page.goto(`${url}/with-${bundler.toLowerCase()}`);
      await expect(heading).toBeVisible();
      await expect(region).toHaveAttribute('data-version', /^1\.0\.0-/);
      await expect(region.locator(`.${name}-page`)).not.toHaveCSS('padding-top', '0px');
    });
  }
});
