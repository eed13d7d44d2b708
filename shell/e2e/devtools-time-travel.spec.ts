import { addToCart } from './checkout-steps.ts';
import { chooseTab, closeDevtools, openDevtools, panel, products, test } from './devtools-steps.ts';
import { expect, logInAsGuest } from './support.ts';

const titles = ['Chikankari Tunic', 'Patchwork Chore Jacket', 'Stitched Star Sweatshirt'] as const;

test('a developer goes back three requests, and the shop shows its cart as it was', async ({
  page,
}) => {
  await logInAsGuest(page);
  for (const title of titles) await addToCart(page, title);
  await page.getByRole('link', { name: 'Cart, 3 items' }).click();
  const main = page.getByRole('main');
  for (const title of titles) await expect(main.getByText(title).first()).toBeVisible();

  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await chooseTab(page, 'Time travel');
  const entries = panel(page).getByRole('tabpanel', { name: 'Mock' }).locator('ol > li');
  const additions = entries.filter({ hasText: 'POST /api/user/cart' });
  await expect(additions).toHaveCount(3);
  await expect(additions.first()).toHaveAttribute('aria-current', 'true');
  await expect(additions.first()).toContainText(/Added to users › asha-rao › cart/);
  await expect(additions.first()).toContainText('stitched-star-sweatshirt');

  // A single product in the cart: two requests back.
  await additions.last().getByRole('button', { name: 'Go back to this' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(main.getByText(titles[0]).first()).toBeVisible();
  await expect(main.getByText(titles[1])).toHaveCount(0);
  await expect(entries.first()).toContainText('Went back to');
  await expect(entries.first()).toContainText('Removed users');

  // Three requests back, before the first of them.
  await entries.last().getByRole('button', { name: 'Go back to this' }).click();
  await expect(main.getByText('Your Cart is empty :(')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();

  // And forward again.
  await additions.first().getByRole('button', { name: 'Go back to this' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
  await closeDevtools(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
});

test('an edited price is in the list at once; an invalid edit is refused, and names its field', async ({
  page,
}) => {
  await page.goto('/productlist');
  const raincoat = products(page).filter({ hasText: 'Puddle Raincoat' });
  await expect(raincoat).toBeVisible();
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await chooseTab(page, 'Data');
  await panel(page).getByRole('searchbox', { name: 'Search products' }).fill('puddle');
  await panel(page).getByRole('button', { name: 'puddle-raincoat', exact: true }).click();
  const row = panel(page).getByRole('textbox', { name: 'The row as JSON' });
  await expect(row).toBeFocused();
  const before = JSON.parse(await row.inputValue());
  const save = panel(page).getByRole('button', { name: 'Save' });

  await row.fill(JSON.stringify({ ...before, price: 'dear' }));
  await save.click();
  await expect(panel(page).getByRole('alert').filter({ hasText: 'price' })).toBeVisible();
  await expect(row).toBeFocused();
  await row.fill(`${JSON.stringify(before)}]`);
  await save.click();
  await expect(panel(page).getByRole('alert').filter({ hasText: 'JSON' })).toBeVisible();
  await expect(raincoat).not.toContainText('₹77');

  await row.fill(JSON.stringify({ ...before, price: '77' }));
  await save.click();
  await expect(panel(page).getByText('products/puddle-raincoat saved.')).toBeVisible();
  await expect(raincoat).toContainText('₹77');

  await chooseTab(page, 'Time travel');
  const entries = panel(page).getByRole('tabpanel', { name: 'Mock' }).locator('ol > li');
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText('Edited products/puddle-raincoat');
  await expect(entries.first()).toContainText('Changed products › puddle-raincoat › price to "77"');
});
