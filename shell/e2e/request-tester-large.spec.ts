import { longestTask, test } from './devtools-steps.ts';
import { expect } from './support.ts';

// A trace takes a picture of the 5 MB at each step.
test.use({ trace: 'off' });

test('a response of 5 MB is shown without holding the page up', async ({ page }, {
  annotations,
}) => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ index, text: 'linen '.repeat(40) }));
  await page.route(
    ({ pathname }) => pathname === '/large.json',
    (route) => route.fulfill({ json: { rows } }),
  );
  await page.goto('/mockman?method=GET&endpoint=/large.json');
  const endpoint = page.getByPlaceholder('Enter your endpoint');
  await expect(endpoint).toHaveValue('/large.json');
  const arriving = await longestTask(page, async () => {
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText(/This response has 5\.\d MB/)).toBeVisible();
  });
  const tree = await longestTask(page, async () => {
    await page.getByRole('button', { name: 'Show the tree' }).click();
    await expect(page.getByText('rows', { exact: true })).toBeVisible();
  });
  const raw = await longestTask(page, async () => {
    await page.getByRole('tab', { name: 'Raw' }).click();
    await expect(page.locator('pre').first()).toBeVisible();
  });
  const typing = await longestTask(page, () => endpoint.fill('/api/products'));
  const longest = { arriving, tree, raw, typing };
  annotations.push({ type: 'longest task in ms', description: JSON.stringify(longest) });
  // Generous: a loaded machine is slow.
  for (const duration of Object.values(longest)) expect(duration).toBeLessThan(6000);
});
