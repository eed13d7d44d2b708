import { listen } from './local-catalog.ts';
import { badge, hero, keep, test } from './steering-steps.ts';
import { expect } from './support.ts';

test('an override whose server is gone falls back to the released version, and says so', async ({
  page,
  shop,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  const gone = await listen(() => undefined);
  await gone.stop();
  await page.goto(shop);
  await keep(page, { overrides: [{ remoteId: 'mfe-catalog', address: gone.address }] });
  await expect(page.getByText(hero)).toBeVisible();
  await expect(badge(page)).toContainText(`${gone.address}/remote.json does not answer.`);
});

test('an override whose code can’t be had falls back with one page load, and no more', async ({
  page,
  shop,
  catalog,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Federation Runtime|ScriptNetworkError/);
  await catalog.replace('"remoteEntry.js"', '"no-such-entry.js"');
  await page.goto(shop);
  let visits = 0;
  page.on('domcontentloaded', () => {
    visits += 1;
  });
  await keep(page, { overrides: [{ remoteId: 'mfe-catalog', address: catalog.address }] });
  await expect(badge(page)).toContainText('./Home could not be loaded');
  await expect(page.getByText(hero)).toBeVisible();
  await page.waitForTimeout(1500);
  expect(visits).toBe(2);
});
