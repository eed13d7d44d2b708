import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runCommandLine } from '@patchwork/cli';
import { createGate } from '@patchwork/release';
import { expect, expectNoAxeViolations, test } from './support.ts';

const workspace = path.resolve(import.meta.dirname, '../..');
const example = 'mfe-size-guide';

/** Builds a copy of the example, and publishes it from its folder into a release, through the gate. */
async function publishExample(release: string): Promise<void> {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-elsewhere-'));
  const folder = path.join(home, example);
  const said: string[] = [];
  const write = (text: string) => void said.push(text);
  try {
    await cp(path.join(workspace, 'examples', example), folder, { recursive: true });
    await promisify(execFile)(process.execPath, [path.join(folder, 'build.mjs')]);
    const code = await runCommandLine(['publish', `./${example}`], {
      site: undefined,
      readPieces: () => [],
      release,
      from: home,
      gate: createGate(workspace),
      author: async () => ({ who: 'The size guide’s team <sizes@shop.example>' }),
      typesOf: async () => undefined,
      build: async () => undefined,
      terminal: { out: write, err: write, isWatched: false, hasColours: false },
    });
    expect(code, said.join('')).toBe(0);
  } finally {
    await rm(home, { recursive: true });
  }
}

test('a remote in plain JavaScript, with a web component, is a page of the shop', async ({
  page,
  openRelease,
}) => {
  const { folder, url } = await openRelease();
  await publishExample(folder);
  await page.goto(`${url}/size-guide`);
  await expect(page.getByRole('heading', { level: 1, name: 'Size guide' })).toBeVisible();
  await expect(page).toHaveTitle(/^Size guide/);
  await expect(page.locator('[data-team="Size guide"]')).toBeVisible();
  const row = page.getByRole('row', { name: /^M/ });
  await expect(row.getByRole('cell')).toHaveText('91–96');
  // Its style sheet is applied, with the shop's own space.
  await expect(row.getByRole('cell')).not.toHaveCSS('padding-left', '1px');
  await expectNoAxeViolations(page);

  await page.getByRole('banner').getByRole('link', { name: 'Patchwork' }).click();
  await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
});
