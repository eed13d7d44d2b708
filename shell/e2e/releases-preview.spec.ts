import { serve } from '@patchwork/release';
import { badge } from './devtools-steps.ts';
import { readRegistry } from './release-folder.ts';
import { expectSound } from './screen-steps.ts';
import { test as base, expect, expectHeading, onlyInAll, requestsOf } from './support.ts';
import { type Edit, edits, openTeamWorkspace, type TeamWorkspace } from './team-workspace.ts';

const name = 'mfe-catalog';
const change: Edit = edits[name];
/** A version whose product list throws when it is rendered. */
const crash: Edit = {
  ...change,
  replacement: '"+(()=>{throw new Error("the previewed list crashed")})()+"',
};

interface Shop {
  readonly team: TeamWorkspace;
  readonly url: string;
  /** Builds a change of the catalogue, and runs `patchwork` with it. */
  give: (edit: Edit, version: string, ...args: string[]) => Promise<void>;
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ context, otherDevice }, use) => {
    const team = await openTeamWorkspace('as published');
    const server = await serve({ release: team.release, port: 0 });
    async function give(edit: Edit, version: string, ...args: string[]) {
      await team.build(name, version, edit);
      await team.succeed(...args);
    }
    await use({ team, url: server.url, give });
    await context.close();
    await otherDevice.context().close();
    await server.stop();
    await team.clear();
  },
});

async function pointersOf({ team }: Shop) {
  const { shell, remotes } = await readRegistry(team.release);
  return { shell, remotes };
}

test('the link of a preview shows a change to those who open it, until one button ends it', async ({
  page,
  otherDevice,
  shop,
}) => {
  test.slow();
  const { url, give } = shop;
  const before = await pointersOf(shop);
  await give(change, '1.1.0', 'preview', name, '--name', 'pr-42');
  expect(await pointersOf(shop)).toEqual(before);

  const requested = requestsOf(page);
  await page.goto(`${url}/productlist?preview=pr-42&sort=price-asc`);
  await expectHeading(page, change.replacement);
  await expect(badge(page)).toContainText(/^Preview pr-42 mfe-catalog 1\.1\.0-\w{10}End preview$/);
  expect(new URL(page.url()).search).not.toContain('preview');
  expect(requested.filter((file) => /mfe-catalog\/(?!1\.1\.0-)/.test(file))).toEqual([]);
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

test(
  'a preview that crashes shows its error, and one that is gone says so in the shop as it is',
  onlyInAll(),
  async ({ page, shop, expectConsole }) => {
    expectConsole(/the previewed list crashed/);
    const { team, url, give } = shop;
    await give(crash, '1.2.0', 'preview', name, '--name', 'pr-43');
    await page.goto(`${url}/productlist?preview=pr-43`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(badge(page)).toContainText('Preview pr-43');
    await expect(page.getByRole('heading', { level: 1, name: change.text })).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('patchwork:failed-versions'))).toBeNull();

    expect(await team.succeed('list')).toContain('/?preview=pr-43');
    await team.succeed('end-preview', 'pr-43');
    await page.reload();
    await expectHeading(page, change.text);
    await expect(badge(page)).toContainText(
      'Preview pr-43 does not exist, or has ended. This is the shop without it.',
    );
    await page.getByRole('button', { name: 'Dismiss: Preview pr-43' }).click();
    await expect(badge(page)).toBeHidden();

    await page.goto(`${url}/productlist?preview=%22%3E%3Cscript%3Ealert(1)%3C/script%3E`);
    await expectHeading(page, change.text);
    await expect(badge(page)).toBeHidden();
  },
);
