import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './support.ts';

const sizes = [390, 1440];

/** The guest's profile with its addresses in view. */
async function openAddresses(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL('/productlist');
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('tab', { name: 'ADDRESSES' }).click();
  await expect(page).toHaveURL('/profile?tab=ADDRESSES');
}

const ravis = {
  Name: 'Ravi Iyer',
  'House number': 'Flat 12',
  Street: 'Loom Street',
  City: 'Kochi',
  State: 'Kerala',
  'PIN code': '682001',
  'Mobile number': '9876543210',
};

const fill = async (page: Page, fields: Partial<typeof ravis>) => {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
};

const cards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');
const ravi = (page: Page) => cards(page).filter({ hasText: 'Ravi Iyer' });

/** The page as it is now, at every size. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoAxeViolations(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `nothing sticks out at ${width} px`).toBeLessThanOrEqual(0);
  }
}

test('a guest adds an address with a mistake first, edits it and deletes it', async ({ page }) => {
  await openAddresses(page);
  await expect(cards(page)).toHaveCount(1);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add New Address' }).click();
  await fill(page, { ...ravis, State: '', 'PIN code': '68200' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter the state.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'State' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveAccessibleDescription(
    'Please enter the PIN code: six digits.',
  );
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveValue('68200');
  await expectAccessible(page);

  await fill(page, { State: 'Kerala', 'PIN code': '682001' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(ravi(page)).toContainText('Kochi, Kerala 682001');
  await expect(ravi(page).getByRole('button', { name: /^Edit/ })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Edit address' })).toBeVisible();
  await expectAccessible(page);
  await fill(page, { City: 'Thrissur' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(ravi(page)).toContainText('Thrissur, Kerala 682001');

  await page.reload();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('ADDRESSES');
  await expect(ravi(page)).toContainText('Thrissur, Kerala 682001');

  await cards(page).first().getByRole('button', { name: 'Delete' }).dblclick();
  await expect(cards(page)).toHaveCount(1);
  // A press that comes at once is taken for the same one.
  await expect(async () => {
    await page.getByRole('button', { name: 'Delete' }).click({ timeout: 500 });
    await expect(cards(page)).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Add New Address' })).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('You have no addresses yet.')).toBeVisible();
});

test('a second tab follows, and keeps what is typed there', async ({ page, context }) => {
  await openAddresses(page);
  const other = await context.newPage();
  await other.goto('/profile?tab=ADDRESSES');
  await other.getByRole('button', { name: /^Edit/ }).click();
  await fill(other, { Street: 'Half a str' });

  await page.getByRole('button', { name: 'Add New Address' }).click();
  await fill(page, ravis);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(ravi(other)).toContainText('Loom Street');
  await expect(other.getByRole('textbox', { name: 'Street' })).toHaveValue('Half a str');

  await fill(other, { Street: 'Dyers Lane' });
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(cards(page).first()).toContainText('Dyers Lane');
  await ravi(other).getByRole('button', { name: 'Delete' }).click();
  await expect(cards(page)).toHaveCount(1);
});

for (const width of sizes) {
  test(`tabs and form by keyboard alone at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openAddresses(page);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible();
    await page.getByRole('button', { name: 'Log out' }).focus();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('tab', { name: 'PROFILE' })).toBeFocused();
    await expectAccessible(page);
    await page.setViewportSize({ width, height: 900 });
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'ADDRESSES' })).toBeFocused();
    await expect(page).toHaveURL('/profile?tab=ADDRESSES');
    await page.keyboard.press('Home');
    await expect(page).toHaveURL('/profile');
    await page.keyboard.press('End');

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    for (const text of Object.values(ravis)) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(ravi(page).getByRole('button', { name: /^Edit/ })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page).getByRole('button', { name: /^Edit/ })).toBeFocused();
  });
}

test('one step back from the addresses leads to where the shopper came from', async ({ page }) => {
  await openAddresses(page);
  await page.goBack();
  await expect(page).toHaveURL('/productlist');
});

for (const kept of ['{"version":1,', '{"version":0,"value":[]}', '{"version":1,"value":[{}]}']) {
  test(`${kept} in storage leaves the sample address`, async ({ page }) => {
    await page.addInitScript(
      (text) => localStorage.setItem('patchwork:addresses:asha@patchwork.example', text),
      kept,
    );
    await openAddresses(page);
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText('Bengaluru');
  });
}

test('full storage: a new address is there all the same', async ({ page }) => {
  await openAddresses(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByRole('button', { name: 'Add New Address' }).click();
  await fill(page, ravis);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(ravi(page)).toContainText('Loom Street');
});
