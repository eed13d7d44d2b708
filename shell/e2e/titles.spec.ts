import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseRegistry } from '@patchwork/federation';
import { release } from './private-release.ts';
import { expect, logInAsGuest, test } from './support.ts';

/** The title in a page's HTML, as a crawler without scripts reads it. */
const titleIn = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

/** The paths without parameters that anyone may open, in a shop without devtools. */
function openPaths(): string[] {
  const file = path.join(release, 'registry.json');
  const { registry } = parseRegistry(JSON.parse(readFileSync(file, 'utf8')));
  return registry.remotes
    .filter(({ stable }) => !Object.hasOwn(stable.fragments, 'devtools'))
    .flatMap(({ stable }) => stable.routes)
    .filter((route) => route.access !== 'login' && !route.path.includes(':'))
    .map((route) => route.path);
}

test('the title in the HTML of each page is the title of the running page', async ({ page }) => {
  for (const address of openPaths()) {
    const response = await page.goto(address);
    const title = titleIn((await response?.text()) ?? '') ?? 'none';
    await expect(page.locator('#root'), address).not.toHaveAttribute('data-waiting');
    await expect(page, address).toHaveTitle(title);
  }
});

test('the title follows the shopper from page to page, and back', async ({ page }) => {
  await logInAsGuest(page);
  await expect(page).toHaveTitle('The collection · Patchwork');
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page).toHaveTitle(/^(?!The collection|Loading).+ · Patchwork$/);
  await expect
    .poll(async () => `${await heading.textContent()} · Patchwork`)
    .toBe(await page.title());
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Wishlist/ })
    .click();
  await expect(page).toHaveTitle('Your wishlist is empty :( · Patchwork');
  await page.getByRole('banner').getByRole('link', { name: 'Patchwork' }).click();
  await expect(page).toHaveTitle('Patchwork');
  await page.goBack();
  await expect(page).toHaveTitle('Your wishlist is empty :( · Patchwork');
});
