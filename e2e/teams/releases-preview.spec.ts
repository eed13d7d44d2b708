import { readRegistry } from '../release-folder.ts';
import { expectSound } from '../screen-steps.ts';
import { badge } from '../shop/devtools-steps.ts';
import { expect, expectHeading, requestsOf } from '../support.ts';
import { edits, type TeamWorkspace, test } from './team-workspace.ts';

const name = 'mfe-catalog';
const change = edits[name];
async function readPointers({ release }: TeamWorkspace) {
  const { shell, remotes } = await readRegistry(release);
  return { shell, remotes };
}

test('a preview’s link shows a change to those who open it, until one button ends it', async ({
  page,
  otherDevice,
  team,
  url,
}) => {
  test.slow();
  const before = await readPointers(team);
  await team.build(name, '1.1.0', change);
  await team.succeed('preview', name, '--name', 'pr-42');
  expect(await readPointers(team)).toEqual(before);

  const requested = requestsOf(page);
  await page.goto(`${url}/productlist?preview=pr-42&sort=price-asc`);
  await expectHeading(page, change.replacement);
  await expect(badge(page)).toContainText(/^Preview pr-42 mfe-catalog 1\.1\.0-\w{10}End preview$/);
  expect(new URL(page.url()).search).not.toContain('preview');
  const others = requested.filter((file) => /mfe-catalog\/(?!1\.1\.0-)/.test(file));
  expect(others).toEqual([]);
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/productlist\/./);
  await page.goto(`${url}/productlist`);
  await expectHeading(page, change.replacement);
  await expectSound(page, 'a preview');

  const requestedByOther = requestsOf(otherDevice);
  await otherDevice.goto(`${url}/productlist`);
  await expectHeading(otherDevice, change.text);
  await expect(otherDevice.getByRole('article')).toHaveCount(14);
  await expect(badge(otherDevice)).toBeHidden();
  expect(requestedByOther).not.toContain(`${url}/registry.json`);

  await page.getByRole('button', { name: 'End preview: Preview pr-42' }).focus();
  await page.keyboard.press('Enter');
  await expectHeading(page, change.text);
  await expect(badge(page)).toBeHidden();
  await page.goto(`${url}/productlist`);
  await expectHeading(page, change.text);
});
