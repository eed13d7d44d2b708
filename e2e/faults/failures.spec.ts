import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, expectHeading, expectNoAxeViolations, test } from '../support.ts';

test('a remote whose files are missing does not affect the rest of the shop', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/mfe[-_]account|404/);
  const release = await openRelease();
  const account = path.join(release.folder, 'remotes/mfe-account');
  await rename(account, `${account}.gone`);

  await page.goto(`${release.url}/login`);
  await expect(page.getByRole('heading', { name: /Account can’t be reached/ })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('mfe-account');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  await expect(page.getByRole('heading', { name: /Account can’t be reached/ })).toBeVisible();

  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('article')).toHaveCount(14);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /Account can’t be reached/ })).toBeVisible();

  await rename(`${account}.gone`, account);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
});

test('a remote with an invalid description is left out, its page says so until it is corrected, and the others work', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  // The browser itself reports that the page came with status 503.
  expectConsole(/503.*\/(?:login|named-page)/);
  const release = await openRelease();
  const registry = path.join(release.folder, 'registry.json');
  const good = await readFile(registry, 'utf8');
  await release.editRegistry(({ remotes }) => {
    for (const remote of remotes) {
      if (remote.id === 'mfe-account') Object.assign(remote, { routes: 'all of them' });
    }
  });
  await page.goto(`${release.url}/login`);
  const unread = 'This page can’t be shown at the moment';
  await expectHeading(page, unread);
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('article')).toHaveCount(14);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expectHeading(page, unread);
  await writeFile(registry, good);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectHeading(page, 'Login');
  await expect(page).toHaveURL(`${release.url}/login`);
});
