import type { Page } from '@playwright/test';
import { expect, expectHeading } from '../support.ts';
import { edits, test } from '../teams/team-workspace.ts';

/** Returns the scripts that the page has downloaded since it was opened, with the bytes of each over the network. */
const downloads = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = resources.filter((each) => each.transferSize > 0 && each.name.endsWith('.js'));
    return Object.fromEntries(scripts.map((each) => [each.name, each.encodedBodySize]));
  });

const sum = (sizes: Record<string, number>): number =>
  Object.values(sizes).reduce((total, size) => total + size, 0);

test('a visitor who returns after a release downloads only the difference: less than a kilobyte of scripts', async ({
  page,
  team,
  url,
}) => {
  test.slow();
  const catalogue = edits['mfe-catalog'];
  /** Opens the list, and waits for the pages that are downloaded in idle time. */
  const open = async () => {
    const last = page.waitForResponse(/expose_ProductDetail\.\w+\.js$/);
    await page.goto(`${url}/productlist`);
    await last;
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('article')).toHaveCount(14);
    return downloads(page);
  };
  expect(sum(await open())).toBeGreaterThan(150_000);
  expect(await open(), 'nothing was released').toEqual({});

  await team.build('mfe-catalog', '1.1.0', catalogue);
  await team.succeed('publish', 'mfe-catalog');
  const ofRemote = await open();
  await expectHeading(page, catalogue.replacement);
  expect(sum(ofRemote), JSON.stringify(ofRemote)).toBeLessThan(1000);
  expect(Object.keys(ofRemote).length).toBeGreaterThan(1);

  await team.build('shell', '1.1.0', edits.shell);
  await team.succeed('publish', 'shell');
  const ofShell = await open();
  await expect(page.getByText(edits.shell.replacement)).toBeVisible();
  expect(sum(ofShell), JSON.stringify(ofShell)).toBeLessThan(1000);
  expect(Object.keys(ofShell).length).toBeGreaterThan(0);
});
