import { spawn } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '../../scripts/lib/local-server.ts';
import { expect as expectAtOnce, isSameDocument, markDocument, test } from '../support.ts';
import { addressOf, copyWorkspace } from './workspace-copy.ts';

/** Waits for builds, which take tens of seconds on a busy machine. */
const expect = expectAtOnce.configure({ timeout: 60_000 });

/** Replaces a text in a file, in one step: a build would take half a file for an edit. */
async function replaceIn(file: string, pattern: RegExp, by: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(pattern);
  await writeFile(`${file}.new`, text.replace(pattern, by));
  await rename(`${file}.new`, file);
}

test('one remote runs from source inside a released shop: an edit appears without a reload', async ({
  page,
  shopUrl,
  expectConsole,
}) => {
  test.slow();
  expectConsole(/came apart in a test|Syntax Error|graphql\.example|PolicyViolation/);
  const workspace = await copyWorkspace();
  const piece = path.join(workspace.folder, 'mfe-account');
  const port = await freePort();
  await replaceIn(
    path.join(piece, 'remote.json'),
    /"developmentPort": \d+/,
    `"developmentPort": ${port}`,
  );
  const tsx = path.join(workspace.folder, 'node_modules/.bin/tsx');
  const args = ['scripts/dev.ts', 'mfe-account', '--shop', shopUrl];
  const env = { ...process.env, PORT: '0' };
  const shop = spawn(tsx, args, { cwd: workspace.folder, env, stdio: 'pipe' });
  const ended = new Promise((resolve) => shop.once('close', resolve));
  try {
    const address = await addressOf(shop);
    await page.goto(`${address}/login`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').locator('[data-boundary="mfe-account"]')).toHaveAttribute(
      'data-version',
      'development',
    );
    await markDocument(page);
    const login = path.join(piece, 'src/features/login/Login.tsx');
    await replaceIn(login, /heading="[^"]+"/, 'heading="Come in"');
    await expect(page.getByRole('heading', { level: 1, name: 'Come in' })).toBeVisible();
    const style = path.join(piece, 'src/form/Form.module.css');
    await replaceIn(style, /$/, ' .page h1 { letter-spacing: 7px }');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('letter-spacing', '7px');

    await replaceIn(login, /(?=const login =)/, "throw new Error('came apart in a test');");
    const crash = page.getByRole('alert').filter({ hasText: 'came apart in a test' });
    await expect(crash).toContainText('src/features/login/Login.tsx crashed');
    await expect(crash).toContainText('The next edit is mounted here');
    await replaceIn(login, /throw new Error\('came apart in a test'\);/, '');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Come in');

    const complaint = page.waitForEvent('console', (message) =>
      message.text().includes('Syntax Error'),
    );
    await replaceIn(login, /return \(/, 'return ((');
    await complaint;
    await expect(heading).toHaveText('Come in');
    await replaceIn(login, /return \(\((.*)heading="[^"]+"/s, 'return ($1heading="Come back"');
    await expect(heading).toHaveText('Come back');

    const secondComplaint = page.waitForEvent('console', (message) =>
      message.text().includes('Syntax Error'),
    );
    await replaceIn(login, /(?=const login =)/, "throw new Error('came apart in a test');");
    await expect(crash).toBeVisible();
    await replaceIn(login, /return \(/, 'return ((');
    await secondComplaint;
    await replaceIn(login, /return \(\(/, 'return (');
    await replaceIn(login, /throw new Error\('came apart in a test'\);/, '');
    await expect(heading).toHaveText('Come back');
    expect(await isSameDocument(page)).toBe(true);

    const printed = new Promise((resolve) => {
      shop.stderr.on('data', (text) => /Login\.tsx:\d+.*"connect"/.test(text) && resolve(text));
    });
    await replaceIn(login, /(?=const login =)/, "fetch('https://graphql.example/').catch(Number);");
    await expect(page.locator('[data-policy-violation]')).toHaveText(
      /\(connect-src\) refuses https:\/\/graphql\.example at \S*src\/features\/login\/Login\.tsx:\d+\. Ask for it in remote\.json, "rights"/,
    );
    await printed;
    await page.locator('[data-policy-violation]').click();

    await page.getByRole('link', { name: 'Shop Now' }).click();
    await expect(page.getByRole('article')).toHaveCount(14);
    await expect(page.getByRole('main').locator('[data-boundary="mfe-catalog"]')).toHaveAttribute(
      'data-version',
      /^\d/,
    );
  } finally {
    // The page is closed first: its requests in idle time must not find the server gone.
    await page.context().close();
    shop.kill('SIGTERM');
    await ended;
    await workspace.remove();
  }
});
