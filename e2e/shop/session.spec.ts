import { expect, expectNoAxeViolations, logInAsGuest, requestsOf, test } from '../support.ts';

test('a guarded page is redirected without its remote being downloaded', async ({ page }) => {
  const requested = requestsOf(page);
  await page.goto('/cart');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requested.filter((url) => url.includes('mfe-checkout/'))).toEqual([]);
});

test('a product that a visitor wanted to wishlist is on the wishlist after the login, and the toast leads back to it', {
  tag: '@buying',
}, async ({ page }) => {
  await page.goto('/productlist/chikankari-tunic');
  await page.getByRole('button', { name: 'Wishlist', exact: true }).click();
  await expect(page).toHaveURL('/login');
  await page.reload();
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL('/productlist');
  await expect(page.getByText('Product added to wishlist')).toBeVisible();
  const link = page.getByRole('link', { name: 'Back to Chikankari Tunic' });
  // Keeps the toast, which a slow machine would lose before the end.
  await link.hover();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item', exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/productlist/chikankari-tunic');
  await expect(page.getByRole('button', { name: 'Remove from wishlist' })).toBeVisible();
});

test('a guest keeps a wishlist and a cart over a reload, until logging out', async ({ page }) => {
  // The toast is looked for before it is shown, as it is soon gone.
  await Promise.all([page.getByText('Logged in successfully!').waitFor(), logInAsGuest(page)]);
  await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);

  const tunic = page.getByRole('article', { name: 'Chikankari Tunic' });
  await tunic.getByRole('button', { name: /Wishlist/ }).click();
  await expect(page.getByText('Product added to wishlist')).toBeVisible();
  await tunic.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Product added to cart')).toBeVisible();
  await expect(tunic.getByRole('link', { name: 'Go to Cart' })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.getByRole('link', { name: 'Wishlist, 1 item' }).click();
  await expect(page.getByRole('heading', { name: 'My Wishlist' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /Remove from wishlist/ }).click();
  await expect(page.getByText('Your wishlist is empty :(')).toBeVisible();

  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  await expect(page.getByRole('heading', { name: 'My Cart' })).toBeVisible();
  await expect(page.getByText('Chikankari Tunic').first()).toBeVisible();

  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are successfully logged out')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();

  // The mock's database is the server's: see docs/privacy.md.
  const stored = () =>
    page.evaluate(() =>
      Object.entries({ ...sessionStorage, ...localStorage })
        .filter(([key]) => key !== 'patchwork:mock-users')
        .flat()
        .filter((text) => /@|cart|wishlist|userToken/.test(text)),
    );
  await expect.poll(stored).toEqual([]);
});

test('invalid data in the storage never breaks the shop', async ({ page }) => {
  await page.addInitScript(() => {
    for (const key of ['userToken', 'patchwork:user', 'patchwork:mock-users']) {
      localStorage.setItem(key, '{"\u0000');
    }
  });
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
});
