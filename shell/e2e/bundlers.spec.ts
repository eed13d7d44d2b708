import { copyExample, installExamples, runRelease } from './prebuilt-remote.ts';
import { expect, test } from './support.ts';

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

    // A fault while rendering is on the page before the version to fall back to is.
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
