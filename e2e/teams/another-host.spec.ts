import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ReleaseServer, serve } from '@patchwork/release';
import type { Browser, BrowserContext } from '@playwright/test';
import { bucketOf, stableVersion } from '../release-folder.ts';
import { test as base, expect, expectHeading, putIntoBucket } from '../support.ts';
import { runIn } from './workspace-copy.ts';

const original = path.resolve(import.meta.dirname, '../../examples/another-host');
const made = /^(?:node_modules|dist|\.release)$/;
const remote = 'mfe-tools';

interface Product {
  readonly release: string;
  readonly url: string;
  /** Runs the command in the product's workspace; returns its output. Rejects with the output when it fails. */
  readonly patchwork: (...args: string[]) => Promise<string>;
  /** Gives the page of tools another version, and replaces a text in it. */
  readonly change: (version: string, from: string, to: string) => Promise<void>;
}

/** Copies the product out of this repository, with links to the packages that pnpm has installed for it. */
async function copyProduct(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-host-'));
  const filter = (file: string) => !made.test(path.basename(file));
  await cp(original, folder, { recursive: true, filter });
  for (const piece of ['.', 'shell', remote, 'mfe-members']) {
    const installed = path.join(piece, 'node_modules');
    await symlink(path.join(original, installed), path.join(folder, installed));
  }
  return folder;
}

async function replaceIn(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`${file} has no ${from}`);
  await writeFile(file, changed);
}

const test = base.extend<{ product: Product }>({
  product: async ({ context }, use) => {
    const folder = await copyProduct();
    const release = path.join(folder, '.release');
    const command = path.join(folder, 'node_modules/.bin/patchwork');
    const patchwork = (...args: string[]) => runIn(folder, command, args, { INIT_CWD: undefined });
    let server: ReleaseServer | undefined;
    try {
      await patchwork('publish', '--all', '--build', '--load');
      server = await serve({ release, port: 0 });
      await use({
        ...{ release, url: server.url, patchwork },
        async change(version, from, to) {
          const piece = path.join(folder, remote);
          await replaceIn(
            path.join(piece, 'package.json'),
            /"version": "[^"]+"/,
            `"version": "${version}"`,
          );
          await replaceIn(path.join(piece, 'src/exposes/Tools.tsx'), from, to);
        },
      });
    } finally {
      await context.close();
      await server?.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  },
});

interface Visitors {
  readonly browser: Browser;
  readonly watch: (context: BrowserContext) => Promise<void>;
}

/** Opens the first page as a new visitor, in `bucket` if it is given, and expects the heading. */
async function expectVisitorSees(
  { browser, watch }: Visitors,
  url: string,
  heading: string,
  bucket?: number,
): Promise<void> {
  const context = await browser.newContext();
  await watch(context);
  const page = await context.newPage();
  if (bucket !== undefined) await putIntoBucket(page, bucket);
  await page.goto(url);
  await expectHeading(page, heading);
  await context.close();
}

test('a product that is no shop is released, canaried, broken and rolled back by the same commands', async ({
  page,
  browser,
  product,
  consoleWatch,
  expectConsole,
}) => {
  // Seven commands, each in a process of its own.
  test.slow();
  const { url, release, patchwork, change } = product;
  const visitors = { browser, watch: consoleWatch.watch };
  const notice = page.getByRole('banner').getByText('Tom, we open at ten.');

  await test.step('two pages, a fragment and its own mock', async () => {
    await page.goto(url);
    await expectHeading(page, 'Tools');
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Ines gives back: Drill' }).click();
    await expect(page.getByRole('button', { name: 'Borrow: Drill' })).toBeVisible();
    await page.getByRole('link', { name: 'Members' }).click();
    await expectHeading(page, 'Members');
    await expect(page.getByText('Ines, Tom', { exact: true })).toBeVisible();
    await page.goto(`${url}/members`);
    await expectHeading(page, 'Members');
    await expect(notice).toBeVisible();
  });

  await test.step('a canary for a tenth of the visitors, then for all', async () => {
    await change('1.1.0', '<h1>Tools', '<h1>All tools');
    const said = await patchwork('canary', remote, '10', '--build', '--no-load');
    expect(said).toContain('10 % of the visitors get');
    await expectVisitorSees(visitors, url, 'All tools', await bucketOf(release, remote, 'canary'));
    await expectVisitorSees(visitors, url, 'Tools', await bucketOf(release, remote, 'stable'));
    await patchwork('promote', remote, '--no-load');
    await expectVisitorSees(visitors, url, 'All tools');
  });

  await test.step('a broken version is refused; past the check, the page falls back', async () => {
    await change(
      '1.2.0',
      'return (',
      "if (tools.length === 0) throw new Error('torn');\n  return (",
    );
    const refused = await patchwork('publish', remote, '--build', '--load').catch(String);
    expect(refused).toContain('torn');
    expect(refused).toContain('No pointer was moved');
    await patchwork('publish', remote, '--no-load');
    expect((await stableVersion(release, remote)).version).toMatch(/^1\.2\.0-/);
    expectConsole(/torn/);
    await page.goto(url);
    await expectHeading(page, 'All tools');
    const region = page.locator(`[data-boundary="${remote}"]`);
    await expect(region).toHaveAttribute('data-version', /^1\.1\.0-/);
    await expect(notice).toBeVisible();
  });

  await test.step('a rollback', async () => {
    await patchwork('rollback', remote);
    expect((await stableVersion(release, remote)).version).toMatch(/^1\.1\.0-/);
    await expectVisitorSees(visitors, url, 'All tools');
    expect(await patchwork('list')).toMatch(/mfe-tools\s+Tools\s+1\.1\.0-/);
  });
});
