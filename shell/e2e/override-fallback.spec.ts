import { listen } from '../../scripts/lib/local-server.ts';
import { badge, changeRemotes, hero, test } from './remote-changes-steps.ts';
import { expect } from './support.ts';

test('an override whose server has stopped falls back to the released version, and says so', async ({
  page,
  shop,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  const stopped = await listen(() => undefined);
  await stopped.stop();
  await page.goto(shop);
  await changeRemotes(page, { overrides: [{ remoteId: 'mfe-catalog', address: stopped.url }] });
  await expect(page.getByText(hero)).toBeVisible();
  await expect(badge(page)).toContainText(`${stopped.url}/remote.json does not respond.`);
});

test('an override whose code can’t be loaded falls back with exactly one page load', async ({
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
  await changeRemotes(page, { overrides: [{ remoteId: 'mfe-catalog', address: catalog.url }] });
  await expect(badge(page)).toContainText('./Home could not be loaded');
  await expect(page.getByText(hero)).toBeVisible();
  await page.waitForTimeout(1500);
  expect(visits).toBe(2);
});
