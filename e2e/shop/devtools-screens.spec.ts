import { expectSound } from '../screen-steps.ts';
import { expect } from '../support.ts';
import { chooseTab, openDevtools, panel, play, test } from './devtools-steps.ts';

test('remotes and boundaries fit every size', async ({ page }) => {
  await page.goto('/productlist/chikankari-tunic');
  await expect(page.getByText('Availabilty:')).toBeVisible();
  await openDevtools(page);
  await panel(page).locator('summary', { hasText: 'mfe-catalog' }).click();
  await panel(page)
    .getByRole('textbox', { name: 'Use mfe-catalog from another address' })
    .fill('https://shop.example');
  await panel(page).getByRole('button', { name: 'Check' }).click();
  await expect(panel(page).getByText('is not an allowed origin')).toBeVisible();
  await expectSound(page, 'Remotes');

  await chooseTab(page, 'Boundaries');
  await panel(page).getByRole('switch').check();
  await panel(page)
    .getByRole('button', { name: /^mfe-catalog.*page/ })
    .click();
  await expect(panel(page).getByText('page product at /productlist/:productId')).toBeVisible();
  await expectSound(page, 'Boundaries');
});

test('a part of the page is picked by a click or a key, and the page does nothing', async ({
  page,
}) => {
  await page.goto('/productlist');
  const button = page.getByRole('button', { name: 'Add to Cart' }).first();
  await expect(button).toBeVisible();
  const row = (name: RegExp) => panel(page).getByRole('button', { name });
  const pick = () => row(/^Pick on the page$/).click();
  const layer = page.getByRole('application', { name: 'Pick a part of the page' });
  await openDevtools(page);
  await chooseTab(page, 'Boundaries');

  await pick();
  await expect(panel(page)).toBeHidden();
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await expect(layer.getByRole('status')).toContainText(
    /mfe-catalog .*Catalogue · \.\/ProductList · page product-list at \/productlist$/,
  );
  await expectSound(page, 'Pick on the page');
  await page.mouse.click(x + width / 2, y + height / 2);
  const picked = row(/^mfe-catalog.*page “The collection”$/);
  await expect(picked).toBeFocused();
  await expect(picked).toHaveAttribute('aria-expanded', 'true');
  // Without a login, the button would have led there.
  await expect(page).toHaveURL(/\/productlist$/);

  // On a phone, the panel covers the page until the pick begins.
  await page.setViewportSize({ width: 390, height: 844 });
  await pick();
  await page.keyboard.press('End');
  await expect(layer.getByRole('status')).toContainText('shell');
  while (!(await layer.getByRole('status').textContent())?.includes('./ProductList')) {
    await page.keyboard.press('ArrowUp');
  }
  await page.keyboard.press('Enter');
  await expect(picked).toBeFocused();
  await pick();
  await page.keyboard.press('Escape');
  await expect(row(/^Pick on the page$/)).toBeFocused();
});

test('requests and state fit every size', async ({ page }) => {
  await page.goto('/productlist/chikankari-tunic');
  await openDevtools(page);
  await chooseTab(page, 'Requests');
  await panel(page)
    .getByRole('button', { name: /^GET \/api\/products 200/ })
    .first()
    .click();
  await panel(page).getByRole('button', { name: 'Replay' }).click();
  await expect(panel(page).getByRole('region', { name: 'Replayed' })).toContainText('200 OK');
  await expectSound(page, 'Requests');

  await chooseTab(page, 'State');
  await panel(page).locator('summary', { hasText: 'categoriesAtom' }).click();
  await panel(page).getByRole('button', { name: 'Edit categoriesAtom' }).click();
  await panel(page).getByRole('textbox', { name: 'The value as JSON' }).fill('7');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByText('value must be a list, not a number.')).toBeVisible();
  await expectSound(page, 'State');

  await chooseTab(page, 'Settings');
  await expect(panel(page).getByText('first-row', { exact: true })).toBeVisible();
  await expectSound(page, 'Settings');
});

test('on a phone, every tab is in view, and a long path shows both of its ends', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await openDevtools(page);
  for (const tab of await panel(page).getByRole('tab').all()) {
    await expect(tab).toBeInViewport({ ratio: 1 });
  }
  await chooseTab(page, 'Requests');
  const script = panel(page)
    .getByRole('listitem')
    .filter({ hasText: /remotes\/mfe-catalog\/.*\.js/ })
    .last();
  // Other remotes' files may have come later.
  await script.scrollIntoViewIfNeeded();
  const [start, end] = [script.getByText(/^\/remotes/), script.getByText(/^[^ ]{1,22}\.js$/)];
  await expect(start.last()).toBeInViewport();
  await expect(end.last()).toBeInViewport({ ratio: 0.99 });
});

test('the reproduction link fits every size', async ({ page }) => {
  await page.goto('/mockman?method=GET&endpoint=/api/products');
  await openDevtools(page);
  await chooseTab(page, 'Reproduce');
  await panel(page).getByRole('checkbox', { name: 'The tester’s draft' }).check();
  const field = panel(page).getByRole('textbox', { name: 'Reproduction link' });
  await expect(field).toHaveValue(/#reproduce=/);
  await expectSound(page, 'Reproduce');
  const { hash } = new URL(await field.inputValue());
  await page.evaluate((link) => location.assign(link), hash);
  await expect(panel(page).getByRole('button', { name: 'Apply' })).toBeVisible();
  await expectSound(page, 'A link offered');
  await page.evaluate((link) => location.assign(link), hash.slice(0, -40));
  await expect(panel(page).getByRole('alert')).toContainText('damaged');
  await expectSound(page, 'A link refused');
});

test('the mock’s controls fit every size', async ({ page }) => {
  await page.goto('/mockman');
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await play(page, 'Out of stock');
  await panel(page).getByRole('slider', { name: 'How many of GET /api/products fail' }).fill('50');
  await panel(page).getByRole('button', { name: 'Add a response' }).click();
  await panel(page).getByRole('textbox', { name: 'Seed of the failures' }).fill('x');
  await expect(panel(page).getByRole('alert').first()).toBeVisible();
  await expectSound(page, 'Mock conditions');
  await chooseTab(page, 'Time travel');
  await expectSound(page, 'Mock time travel');
  await chooseTab(page, 'Sentinels');
  await expectSound(page, 'Mock sentinels');
  await chooseTab(page, 'Data');
  await panel(page).getByRole('button', { name: 'puddle-raincoat', exact: true }).click();
  await panel(page).getByRole('textbox', { name: 'The row as JSON' }).fill('{"price": 12}');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByRole('alert').first()).toBeVisible();
  await expectSound(page, 'Mock data');
});

test('the request tester fits every size', async ({ page }) => {
  await page.goto('/mockman?method=GET&endpoint=/api/products');
  await page.getByRole('button', { name: 'Submit' }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response).toContainText('200 OK');
  await page.getByRole('textbox', { name: 'Body:' }).fill('{"open": ');
  await expect(page.getByText('Error in JSON format')).toBeVisible();
  await page.getByText('Import requests').click();
  await page.getByRole('textbox', { name: /^A cURL command/ }).fill('curl -s');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText(/has no address/)).toBeVisible();
  await expectSound(page, 'Tester tree');
  await response.getByRole('tab', { name: 'Raw' }).click();
  await expectSound(page, 'Tester raw');
  await page.getByRole('textbox', { name: 'Body:' }).fill('{}');
  await page.getByPlaceholder('Enter your endpoint').fill('/api/produts');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(response).toContainText('No handler');
  await expectSound(page, 'Tester unknown path');
});
