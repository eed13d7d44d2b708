import type { Page, Request } from '@playwright/test';
import { expect, expectNoAxeViolations, onlyInAll, requestsOf } from '../support.ts';
import { test as base, closeDevtools, panel } from './devtools-steps.ts';

/** `plainShop`: the same shop without a runtime configuration, and so without devtools. */
const test = base.extend<{ plainShop: string }>({
  plainShop: async ({ openRelease }, use) => {
    const plain = await openRelease();
    await plain.editRegistry((registry) => {
      registry.remotes = registry.remotes.filter(({ id }) => id !== 'mfe-devtools');
    });
    await use(plain.url);
  },
});

/** Path of the registry that names every remote, as the page does. The hash in its name is left out. */
const completeRegistry = '/static/registry.json';

/** Visits a page until its network is idle; returns its files with their bytes on the wire. */
async function visit(page: Page, address: string): Promise<Record<string, number>> {
  const running = new Set<Request>();
  const finished: Request[] = [];
  let quietSince = Date.now();
  page.on('request', (request) => {
    running.add(request);
    quietSince = Date.now();
  });
  page.on('requestfailed', (request) => running.delete(request));
  page.on('requestfinished', (request) => {
    running.delete(request);
    finished.push(request);
  });
  await page.goto(address);
  // Pointing at a link always prefetches its page; idle time only if the link was there before.
  await page.locator('main a[href^="/product"]').last().dispatchEvent('pointerover');
  // The browser calls idle tasks after 2 s at the latest, and they prefetch.
  await expect
    .poll(
      () => {
        if (running.size > 0) quietSince = Date.now();
        return Date.now() - quietSince;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(2500);
  const sizes: Record<string, number> = {};
  for (const request of finished) {
    const pathname = new URL(request.url()).pathname.replace(/registry\.\w+/, 'registry');
    sizes[pathname] = (sizes[pathname] ?? 0) + (await request.sizes()).responseBodySize;
  }
  return sizes;
}

/** Returns a page's HTML without the registry, the configuration, the origins of overrides and the server's address. */
const withoutDocuments = (html: string): string =>
  html
    .replace(/<script type="application\/json" id="patchwork-trusted">.*?<\/script>/, '')
    .replaceAll(/(id="patchwork-(?:registry|config)">).*?(<\/script>)/g, '$1$2')
    .replaceAll(/http:\/\/localhost:\d+/g, '');

for (const pathname of ['/', '/productlist']) {
  test(
    `devtools that are allowed but closed cost one small file on ${pathname}`,
    onlyInAll(pathname === '/'),
    async ({ context, request, devtoolsUrl, plainShop }, { annotations }) => {
      const [open, plain] = [await context.newPage(), await context.newPage()];
      const {
        [pathname]: openPage = 0,
        [completeRegistry]: openRegistry = 0,
        ...openFiles
      } = await visit(open, pathname);
      const {
        [pathname]: plainPage = 0,
        [completeRegistry]: plainRegistry = 0,
        ...plainFiles
      } = await visit(plain, plainShop + pathname);
      expect(Object.keys(openFiles).length).toBeGreaterThan(5);
      const start = Object.keys(openFiles).filter((name) => name.includes('devtools-start'));
      expect(start).toHaveLength(1);
      const { [start[0] ?? '']: startBytes, ...otherFiles } = openFiles;
      expect(startBytes).toBeLessThan(3100);
      expect(otherFiles).toEqual(plainFiles);
      await expect(open.getByRole('button', { name: 'Open devtools' })).toBeVisible();
      await expect(plain.getByRole('button', { name: 'Open devtools' })).toHaveCount(0);

      const html = await Promise.all(
        [devtoolsUrl, plainShop].map(async (url) => (await request.get(url + pathname)).text()),
      );
      expect(withoutDocuments(html[0] ?? '')).toBe(withoutDocuments(html[1] ?? ''));
      annotations.push({
        type: 'cost',
        description: `${Object.keys(openFiles).length} files alike; the page itself ${openPage - plainPage} bytes larger, by registry and configuration`,
      });
      expect(openPage - plainPage).toBeLessThan(500);
      // Mostly the hashes of the devtools' files, 48 bytes each, which don't compress.
      expect(openRegistry - plainRegistry).toBeLessThan(700);
    },
  );
}

test('devtools are not fetched until they are opened, and the focus returns on closing', async ({
  page,
}) => {
  const fetched = requestsOf(page, /mfe-devtools|\/devtools\./);
  await visit(page, '/productlist');
  expect(fetched).toEqual([]);

  const search = page.getByPlaceholder('Search').filter({ visible: true });
  await search.fill('coat');
  await page.keyboard.press('Alt+Shift+D');
  const panel = page.getByRole('dialog', { name: 'Devtools' });
  await expect(panel).toBeVisible();
  await expect(search).toHaveValue('coat');
  await expect(search).not.toBeFocused();
  expect(fetched).not.toEqual([]);

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(search).toBeFocused();

  await page.getByRole('button', { name: 'Open devtools' }).click();
  await expect(panel).toBeVisible();
  await page.reload();
  await expect(panel).toBeVisible();
});

test('a shop whose devtools can’t be loaded keeps working, and they can be retried', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/mfe[-_]devtools|net::ERR_FAILED/);
  await page.route('**/mfe-devtools/**', (route) => route.abort());
  await page.goto('/productlist');
  await page.getByRole('button', { name: 'Open devtools' }).click();
  await expect(page.getByRole('alert')).toContainText('Devtools can’t be opened just now');
  await expectNoAxeViolations(page);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.unroute('**/mfe-devtools/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Devtools' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('on a phone, the launcher is beside the products, hidden while the page is scrolled, and below its last line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/productlist');
  const launcher = page.getByRole('button', { name: 'Open devtools' });
  const articles = page.getByRole('article');
  await expect(articles).toHaveCount(14);
  const timer = await page.evaluate(() => Number(setInterval(() => scrollBy(0, 2), 20)));
  await expect(launcher).not.toBeInViewport();
  await page.evaluate(clearInterval, timer);
  await expect(launcher).toBeInViewport({ ratio: 1 });

  const button = await launcher.boundingBox();
  const contentStart = await articles.evaluateAll((elements) =>
    Math.min(...elements.map((element) => element.getBoundingClientRect().left)),
  );
  if (!button) throw new Error('there is no launcher');
  const end = button.x + button.width;
  expect(end).toBeLessThanOrEqual(contentStart);
  expect(button.height).toBeGreaterThanOrEqual(44);
  await launcher.click();
  await expect(panel(page)).toBeVisible();
  await closeDevtools(page);
  await expect(launcher).toBeFocused();
  expect((await launcher.boundingBox())?.x).toBe(button.x);

  const lastLine = page.getByText('© 2026 Patchwork');
  await lastLine.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  // The launcher comes back when the scrolling has ended.
  await expect(async () => {
    const line = await lastLine.boundingBox();
    const below = await launcher.boundingBox();
    expect((line?.y ?? 844) + (line?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect(below?.width).toBeGreaterThanOrEqual(44);
  }).toPass();
  await expect(launcher).toBeInViewport({ ratio: 1 });
  await expectNoAxeViolations(page);
});

test('the launcher can be moved along the margins, covers no text there, and stays after a reload', async ({
  page,
}) => {
  const launcher = page.getByRole('button', { name: 'Open devtools' });
  /** Texts of the page below the button. */
  const covered = () =>
    launcher.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const texts = document.createTreeWalker(
        document.querySelector('main') ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      const found: string[] = [];
      const range = document.createRange();
      while (texts.nextNode()) {
        if (!texts.currentNode.parentElement?.checkVisibility()) continue;
        range.selectNode(texts.currentNode);
        for (const line of range.getClientRects())
          if (line.left < right && line.right > left && line.top < bottom && line.bottom > top)
            found.push(texts.currentNode.textContent ?? '');
      }
      return found;
    });
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/productlist');
    await expect(page.getByRole('article')).toHaveCount(14);
    await launcher.focus();
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key);
      expect.soft(await covered(), `${width} px, after ${key}`).toEqual([]);
    }
  }
  const from = await launcher.boundingBox();
  if (!from) throw new Error('there is no launcher');
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(1300, 400, { steps: 5 });
  await page.mouse.up();
  await expect(panel(page)).toHaveCount(0);
  expect((await launcher.boundingBox())?.x).toBeGreaterThan(1300);
  const moved = await launcher.boundingBox();
  await page.reload();
  await expect(launcher).toBeVisible();
  expect(await launcher.boundingBox()).toEqual(moved);
});
