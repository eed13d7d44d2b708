import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, onlyInAll, test } from '../support.ts';
import { isLoaded } from './laboratory.ts';
import { copyExample, copyPlainExample, installExamples, runRelease } from './prebuilt-remote.ts';

/** Collects the majors of the copies of react-dom that a page's documents load. */
function reactsLoadedBy(page: Page): () => Promise<string[]> {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  const copy = /\bversion:\s*["'`](\d+)\.[^"'`]*["'`],\s*rendererPackageName:/g;
  return async () => {
    const texts = await Promise.all(scripts);
    return texts.flatMap((text) => [...text.matchAll(copy)].map(([, major = '']) => major)).sort();
  };
}

/** Counts the elements into which a copy of React renders. */
const countRoots = () =>
  [...document.querySelectorAll('*'), document].filter((node) =>
    Object.keys(node).some((key) => key.startsWith('__reactContainer$')),
  ).length;

/** Records the listeners on the window and in the document that the remote with React 18 adds. */
function recordListeners(): void {
  const kept: { target: EventTarget; type: string }[] = [];
  Object.assign(window, { listenersOfReact18: kept });
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, ...more) {
    const target = this ?? window;
    const isOfPage = target === window || target instanceof Node;
    if (isOfPage && new Error('From where?').stack?.includes('/mfe-with-react-18/'))
      kept.push({ target, type });
    add.call(target, type, ...more);
  };
  EventTarget.prototype.removeEventListener = function (type, ...more) {
    const target = this ?? window;
    const index = kept.findIndex((each) => each.target === target && each.type === type);
    if (index !== -1) kept.splice(index, 1);
    remove.call(target, type, ...more);
  };
}

/** Returns the types of those that are still in the page. */
const keptListeners = (): string[] => {
  const kept: { target: EventTarget; type: string }[] = Reflect.get(window, 'listenersOfReact18');
  return kept
    .filter(({ target }) => !(target instanceof Node) || target.isConnected)
    .map(({ type }) => type);
};

/** Asserts that a page's small pictures are files, that its late chunk arrives, and that its worker may fetch. */
async function expectContents(page: Page, name: string, bundler: string): Promise<void> {
  const region = page.locator(`[data-boundary="${name}"]`);
  await expect(region.getByRole('heading', { level: 1, name: `With ${bundler}` })).toBeVisible();
  await expect(region).toHaveAttribute('data-version', /^1\.0\.0-/);
  const content = region.locator(`.${name}-page`);
  await expect(content).not.toHaveCSS('padding-top', '0px');
  await expect(content).toHaveCSS('background-image', new RegExp(`/${name}/1\\.0\\.0-.*\\.png`));
  const picture = region.getByRole('img', { name: 'A dot' });
  await expect.poll(() => picture.evaluate(isLoaded)).toBe(true);
  const answer = `The worker of ${bundler}: the registry answers 200`;
  await expect(region.getByText(answer)).toBeVisible();
}

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
  test.beforeAll(() => installExamples('@patchwork/mfe-with-*'));

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

      await page.goto(`${url}/with-${bundler.toLowerCase()}`);
      await expectContents(page, name, bundler);
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
      await expectContents(page, name, bundler);
    });
  }

  test('a remote with React 18 has the shop’s session, cart, messages and focus beside React 19, and leaves nothing', async ({
    page,
    openRelease,
    expectConsole,
  }) => {
    const { folder, url } = await openRelease();
    const example = await copyExample('mfe-with-react-18');
    await example.test();
    await example.build();
    const published = await runRelease(folder, 'publish', example.folder, '--load');
    expect(published.code, published.said).toBe(0);
    expect(published.said).not.toContain('warning');
    await page.addInitScript(recordListeners);
    const loaded = reactsLoadedBy(page);

    await page.goto(url);
    await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await loaded()).toEqual(['19']);

    await page.goto(`${url}/with-react-18`);
    const heading = page.getByRole('heading', { level: 1, name: 'With React 18.3.1' });
    await expect(heading).toBeVisible();
    await expect(page).toHaveTitle(/^With React 18/);
    await expect(page.locator('[data-team="React 18"] h1')).toBeVisible();
    // The second document has loaded the shop again.
    expect(await loaded()).toEqual(['18', '19', '19']);
    await expectNoAxeViolations(page);
    const roots = await page.evaluate(countRoots);

    // All further pages open in this document.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await page.getByRole('button', { name: 'Login as Guest' }).click();
    await expect(page).not.toHaveURL(/login/);
    await expect(heading).toBeHidden();
    expect(await page.evaluate(countRoots)).toBe(roots - 1);
    // Past the login page, which would lead a shopper who is logged in to the list again.
    await page.evaluate(() => history.go(-2));
    await expect(heading).toBeFocused();

    const sentence = page.getByText(/^Asha, your cart has \d+ products?\.$/);
    await expect(sentence).toBeVisible();
    const count = async () => Number(/\d+/.exec((await sentence.textContent()) ?? '')?.[0]);
    const before = await count();
    await page.getByRole('button', { name: 'Add all to cart' }).click();
    const message = page.getByText(/^\d+ added to cart/);
    await expect(message).toBeVisible();
    const added = Number(/\d+/.exec((await message.textContent()) ?? '')?.[0]);
    expect(added).toBeGreaterThan(0);
    await expect.poll(count).toBe(before + added);
    const cart = page.getByRole('banner').getByRole('link', { name: /Cart/ });
    await expect(cart).toContainText(String(before + added));

    const product = page.getByRole('main').getByRole('listitem').getByRole('link').first();
    const title = (await product.textContent()) ?? '';
    await product.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
    expect(await page.evaluate(countRoots)).toBe(roots - 1);
    // React 18 keeps one listener for all of its roots.
    expect(await page.evaluate(keptListeners)).toEqual(['selectionchange']);
    await page.goBack();
    await expect(heading).toBeFocused();
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    expect(await loaded()).toEqual(['18', '19', '19']);

    expectConsole(/torn/);
    await example.change('package.json', '"version": "1.0.0"', '"version": "1.0.1"');
    await example.change(
      'src/Bestsellers.jsx',
      'const { data,',
      "if (describeError) throw new Error('torn');\n  const { data,",
    );
    await example.build();
    const torn = await runRelease(folder, 'publish', example.folder, '--no-load');
    expect(torn.code, torn.said).toBe(0);
    await example.remove();
    await page.goto(`${url}/with-react-18`);
    await expect(heading).toBeVisible();
    const region = page.locator('[data-boundary="mfe-with-react-18"]');
    await expect(region).toHaveAttribute('data-version', /^1\.0\.0-/);
  });
});
