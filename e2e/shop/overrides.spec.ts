import { listen } from '../../scripts/lib/local-server.ts';
import { expect, expectHeading, requestsOf } from '../support.ts';
import {
  badge,
  changeRemotes,
  check,
  closeDevtools,
  hero,
  localHero,
  openRemote,
  panel,
  test,
} from './devtools-steps.ts';

test('recipe “Your remote in the released shop”: a local remote replaces the released one in this tab, until one button removes it', async ({
  page,
  context,
  catalog,
}) => {
  await catalog.replace(hero, localHero);
  await page.goto('/');
  await expect(page.getByText(hero)).toBeVisible();
  await openRemote(page, 'mfe-catalog');
  await check(page, 'mfe-catalog', `${catalog.url}/`);
  await expect(page.getByText('It fits this page.')).toBeVisible();
  await page.getByRole('button', { name: 'Use it' }).click();

  await expect(page.getByText(localHero)).toBeVisible();
  await expect(badge(page)).toContainText(`mfe-catalog from ${catalog.url}`);
  await expect(page.getByRole('dialog', { name: 'Devtools' })).toBeVisible();
  await page.keyboard.press('Alt+Shift+D');
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('article')).toHaveCount(14);
  await expect(badge(page)).toBeVisible();

  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByText(hero)).toBeVisible();
  await expect(badge(other)).toBeHidden();

  await page.goto('/');
  await expect(page.getByText(localHero)).toBeVisible();
  await page.getByRole('button', { name: 'Use released: mfe-catalog' }).click();
  await expect(page.getByText(hero)).toBeVisible();
  await expect(badge(page)).toBeHidden();
});

test('a released version is selected by keyboard, the panel says that a breakage takes precedence over it, and the row stays open', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/The registry leaves out mfe-catalog/);
  await page.goto('/productlist');
  await openRemote(page, 'mfe-catalog');
  const list = page.getByRole('combobox', { name: 'Known addresses of mfe-catalog' });
  await expect(list.getByRole('option', { name: /, stable/ })).toBeAttached();
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Check' }).press('Enter');
  await page.getByRole('button', { name: 'Use it' }).press('Enter');
  await expect(badge(page)).toContainText(/mfe-catalog from .*\/remotes\/mfe-catalog\//);
  await expect(page.getByRole('article')).toHaveCount(14);

  // The panel opens again, with the row.
  await page.getByLabel('Break mfe-catalog on purpose').selectOption('Corrupt manifest');
  await page.getByRole('button', { name: 'Break it' }).click();
  await expect(panel(page)).toContainText('The breakage wins over the override');
  await expect(page.getByRole('article')).toHaveCount(0);
  await panel(page)
    .getByRole('tab', { name: /^Errors \(\d+\)/ })
    .click();
  await expect(panel(page).getByText(/^mfe-catalog: routes/)).toBeVisible();
});

test('the badge is beside the devtools button on a small screen, and does not cover the last line', async ({
  page,
  catalog,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await changeRemotes(page, { overrides: [{ remoteId: 'mfe-catalog', address: catalog.url }] });
  await expect(badge(page)).toBeInViewport({ ratio: 1 });
  const launcher = await page.getByRole('button', { name: 'Open devtools' }).boundingBox();
  const box = await badge(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual((launcher?.x ?? 390) + (launcher?.width ?? 0));
  expect(box?.height).toBeLessThan(80);
  // The page grows while its pictures arrive.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const lowest = await page.getByRole('contentinfo').boundingBox();
    const atEnd = await badge(page).boundingBox();
    expect(atEnd?.y).toBeGreaterThanOrEqual((lowest?.y ?? 844) + (lowest?.height ?? 0));
  }).toPass();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

const refusing = { 'content-type': 'application/json' };
const readable = { ...refusing, 'access-control-allow-origin': '*' };

test('each problem with a URL is reported in one sentence', async ({
  page,
  open,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|CORS policy/);
  const closed = await open((_, response) => response.writeHead(200, refusing).end('{}'));
  const garbled = await open((_, response) => response.writeHead(200, readable).end('{'));
  const html = await open((_, response) =>
    response.writeHead(200, readable).end('<!doctype html>'),
  );
  const empty = await open((_, response) => response.writeHead(404, readable).end());
  const gone = await listen(() => undefined);
  await gone.stop();

  await page.goto('/');
  await openRemote(page, 'mfe-catalog');
  const controls = page.getByRole('region', { name: 'Controls of mfe-catalog' });
  for (const [address, sentence] of [
    ['https://shop.example', /https:\/\/shop\.example is not an allowed origin/],
    [gone.url, /remote\.json does not respond\. Is its server running\?/],
    [closed.url, /responds, but does not allow http:\/\/localhost:\d+ to read it \(CORS\)/],
    [garbled.url, /remote\.json is not JSON/],
    [html.url, /remote\.json is a web page, not a remote’s file/],
    [empty.url, /remote\.json responded with 404/],
  ] as const) {
    await check(page, 'mfe-catalog', address);
    await expect(controls.getByRole('listitem')).toHaveText(sentence);
  }
});

test('a URL outside of the allowed origins is ignored at the start, and nothing is requested from it', async ({
  page,
}) => {
  const requested = requestsOf(page);
  await page.goto('/?override=mfe-catalog@https://evil.example');
  await expect(badge(page)).toBeHidden();
  await changeRemotes(page, {
    overrides: [{ remoteId: 'mfe-catalog', address: 'https://evil.example' }],
  });
  await expect(page.getByText(hero)).toBeVisible();
  await expect(badge(page)).toContainText('mfe-catalog is the released one.');
  await expect(badge(page)).toContainText('https://evil.example is not an allowed origin.');
  expect(requested.filter((url) => new URL(url).host.includes('evil'))).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss: mfe-catalog' }).click();
  await expect(badge(page)).toBeHidden();
  await page.reload();
  await expect(page.getByText(hero)).toBeVisible();
  await expect(badge(page)).toBeHidden();
});

test('no override applies if devtools are off', async ({ page, catalog, openRelease }) => {
  await catalog.replace(hero, localHero);
  const { url } = await openRelease();
  await page.goto(url);
  await changeRemotes(page, { overrides: [{ remoteId: 'mfe-catalog', address: catalog.url }] });
  await expect(page.getByText(hero)).toBeVisible();
  await expect(badge(page)).toBeHidden();
});

test('a remote is reloaded without a page load, and the rest of the page stays as it is', async ({
  page,
  catalog,
  expectConsole,
}) => {
  expectConsole(/already registered/);
  await page.goto('/');
  await changeRemotes(page, { overrides: [{ remoteId: 'mfe-catalog', address: catalog.url }] });
  await expect(page.getByText(hero)).toBeVisible();
  await openRemote(page, 'mfe-catalog');
  await page.evaluate(() => Reflect.set(window, 'samePage', true));
  const draft = page.getByRole('textbox', { name: 'Use mfe-catalog from another address' });
  await draft.fill('http://localhost:1');

  await catalog.replace(hero, localHero);
  await page.getByRole('button', { name: 'Reload mfe-catalog' }).click();
  await expect(page.getByText(localHero)).toBeVisible();
  await expect(page.getByText(hero)).toBeHidden();
  await expect(draft).toHaveValue('http://localhost:1');

  await catalog.replace(localHero, 'Twice.');
  await page.getByRole('button', { name: 'Reload mfe-catalog' }).click();
  await expect(page.getByText('Twice.')).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'samePage'))).toBe(true);
  await page.keyboard.press('Alt+Shift+D');
  await page.getByRole('link', { name: 'Shop the collection' }).click();
  await expect(page.getByRole('article')).toHaveCount(14);
});

test('an override whose code can’t be loaded falls back with exactly one page load', async ({
  page,
  catalog,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|Federation Runtime|ScriptNetworkError/);
  await catalog.replace('"remoteEntry.js"', '"no-such-entry.js"');
  await page.goto('/');
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

test('a remote that is broken on purpose is refused by the federation runtime, the shop keeps working, and one button repairs it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/mfe-account|mfe_account|Federation Runtime/);
  const login = page.getByRole('link', { name: 'Login' });
  await page.goto('/productlist');
  await openRemote(page, 'mfe-account');
  await page.getByLabel('Break mfe-account on purpose').selectOption('Wrong shared version');
  await page.getByRole('button', { name: 'Break it' }).click();
  await expect(page.getByText('mfe-account broken on purpose')).toBeVisible();
  // After a reload the panel opens again when the browser is idle, with the remote's row.
  await expect(panel(page)).toBeVisible();
  await login.click();
  await expectHeading(page, 'Account can’t be reached just now');
  await expect(
    page.getByText(/singleton module react does not satisfy the requirement of mfe_account/),
  ).toBeVisible();
  await closeDevtools(page);
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('article')).toHaveCount(14);

  await page.getByRole('button', { name: 'Repair: mfe-account' }).click();
  await expect(page.getByText('broken on purpose')).toBeHidden();
  await login.click();
  await expectHeading(page, 'Login');
});
