import type { Page, Route } from '@playwright/test';
import { expect, expectNoAxeViolations, hold, test } from '../support.ts';

/** Faults of a script of the shell. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  'answers 404': (route) => route.fulfill({ status: 404 }),
  'is lost on its way': (route) => route.abort('connectionreset'),
  'has been changed': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `throw new Error('changed');${await response.text()}` });
  },
};

const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The shop could not be loaded just now.' });

/** Returns the paths of the shell's scripts, as the page names them. */
async function shellScripts(page: Page): Promise<string[]> {
  const html = await (await page.request.get('/')).text();
  return [...html.matchAll(/<link[^>]+data-start[^>]*>/g)].map(
    ([tag]) => /href="([^"]+)"/.exec(tag)?.[1] ?? '',
  );
}

test('the failure of any of the shell’s scripts is reported over the page, and ‘Try again’ opens the shop', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|ERR_CONNECTION_RESET|changed|integrity|was preloaded using link preload/);
  const scripts = await shellScripts(page);
  expect(scripts.length).toBeGreaterThan(1);
  const cases = scripts.flatMap((script) =>
    Object.entries(faults).map(([fault, happen]) => ({ script, fault, happen })),
  );
  for (const { script, fault, happen } of cases) {
    await test.step(`${script} ${fault}`, async () => {
      await page.route(`**${script}`, happen);
      await page.goto('/login');
      await expect(failure(page)).toBeVisible();
      await expect(page.getByText('Loading')).toHaveCount(0);
      await page.unroute(`**${script}`);
    });
  }
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(failure(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('article')).toHaveCount(14);
});

test('while a script does not arrive, the page says that it takes long', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/was preloaded using link preload/);
  const [script] = await shellScripts(page);
  const answer = await hold(page, `**${script}`);
  await page.clock.install();
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const slow = page.getByRole('status').filter({ hasText: 'This takes longer than usual.' });
  await expect(async () => {
    await page.clock.fastForward(7000);
    await expect(slow).toBeVisible({ timeout: 100 });
  }).toPass();
  answer();
  await expect(slow).toHaveCount(0);
  await page.getByLabel('Email').fill('asha@patchwork.example');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says first that it needs scripts, and does not appear to load', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.locator('noscript')).toBeInViewport();
    await expect(page.locator('.spinner')).toBeHidden();
  });
});
