import { shellBytes } from '../release-folder.ts';
import { expect, expectHeading } from '../support.ts';
import { edits, test } from './team-workspace.ts';

const name = 'mfe-catalog';
const { text } = edits[name];

test('a withdrawn remote stays in open pages, is not found in new ones, and can be restored', async ({
  page,
  context,
  team,
  url,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\) \(http:\/\/localhost:\d+\/productlist\)/);
  const shell = await shellBytes(team.release);
  await page.goto(url);
  await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
  const { code, output } = await team.run('withdraw', name);
  expect(code, output).toBe(1);
  expect(output).toContain('shell/src/app/Header.tsx');
  expect(output).toContain('fills the slot “header-search” with the fragment ./HeaderSearch');
  expect(output).toContain('Or allow it: --anyway');
  await team.succeed('withdraw', name, '--anyway', '--reason', 'an emergency');
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expectHeading(page, text);
  await page.getByRole('link', { name: 'Chikankari Tunic' }).first().click();
  await expectHeading(page, 'Chikankari Tunic');

  const visitor = await context.newPage();
  expect((await visitor.goto(`${url}/productlist`))?.status()).toBe(404);
  await expectHeading(visitor, 'Page not found');
  await expect(visitor.getByRole('banner')).toBeVisible();
  await expect(visitor.getByRole('contentinfo')).toBeVisible();
  await team.succeed('rollback', name);
  await visitor.goto(`${url}/productlist`);
  await expectHeading(visitor, text);
  expect(await shellBytes(team.release)).toEqual(shell);
});
