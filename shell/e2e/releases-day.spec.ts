import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseRemotes, parseRegistry, type Registry } from '@patchwork/federation';
import { serve } from '@patchwork/release';
import type { Browser, Page } from '@playwright/test';
import { type Desk, type Edit, edits, openDesk, pieceNames } from './editions.ts';
import { shellBytes } from './release-bytes.ts';
import { stableVersion, tamper } from './release-versions.ts';
import { test as base, expect } from './support.ts';

const name = 'mfe-catalog';
const script = '__federation_expose_ProductList.';
const second: Edit = edits[name];
const third: Edit = { script, text: 'The collection', by: 'The newest collection' };

/** What happened, in the order in which it did. It is printed when the day is over. */
class Story {
  readonly lines: string[] = [];

  tell(line: string): void {
    this.lines.push(`• ${line}`);
  }

  /** Runs a command as a team does; answers how long that took, in ms. */
  async run(desk: Desk, ...args: string[]): Promise<number> {
    const begun = performance.now();
    const { code, said } = await desk.run(...args);
    const time = performance.now() - begun;
    this.lines.push(`\n$ pnpm release ${args.join(' ')}   (${(time / 1000).toFixed(2)} s)`, said);
    expect(code, said).toBe(0);
    return time;
  }
}

const readReleases = async (desk: Desk): Promise<Registry> =>
  parseRegistry(JSON.parse(await readFile(path.join(desk.release, 'registry.json'), 'utf8')))
    .registry;

const heading = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 1, name: text, exact: true })).toBeVisible();

/** The visitors of 10,000 buckets who are given the canary. */
function canaryBuckets(releases: Registry): number[] {
  const buckets = Array.from({ length: 10_000 }, (_, index) => index / 100);
  return buckets.filter((bucket) =>
    chooseRemotes(releases, { bucket, bad: [] }).remotes.some(
      ({ id, channel }) => id === name && channel === 'canary',
    ),
  );
}

/** Someone who was never here, and to whom chance gives this bucket. */
async function newVisitor(browser: Browser, url: string, bucket = 50): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(
    (text) => localStorage.setItem('patchwork:bucket', text),
    JSON.stringify({ version: 1, bucket }),
  );
  const page = await context.newPage();
  await page.goto(`${url}/productlist`);
  await expect(page.getByRole('article')).toHaveCount(14);
  return page;
}

interface Day {
  readonly desk: Desk;
  readonly story: Story;
  readonly url: string;
  /** Opens the product list as someone who was never here. */
  visit(bucket?: number): Promise<Page>;
}

const test = base.extend<{ day: Day }>({
  day: async ({ browser }, use, testInfo) => {
    const desk = await openDesk('with nothing');
    const story = new Story();
    for (const piece of pieceNames) await desk.build(piece, '1.0.0');
    await story.run(desk, 'publish', '--all');
    const server = await serve({ release: desk.release, port: 0 });
    const visit = (bucket?: number) => newVisitor(browser, server.url, bucket);
    await use({ desk, story, url: server.url, visit });
    const text = `${story.lines.join('\n')}\n`;
    process.stdout.write(`\n${text}`);
    await testInfo.attach('the day', { body: text, contentType: 'text/plain' });
    await server.stop();
    await desk.clear();
  },
});

async function publishSecond({ desk, story, visit }: Day): Promise<void> {
  await desk.build(name, '1.1.0', second);
  story.tell(`The catalogue’s team writes “${second.by}” over its list, and builds.`);
  await story.run(desk, 'check', name);
  await story.run(desk, 'publish', name);
  await heading(await visit(), second.by);
  story.tell(`A new visitor sees “${second.by}”.`);
}

async function tryThird({ desk, story, visit }: Day): Promise<void> {
  await desk.build(name, '1.2.0', third);
  story.tell(`Next, “${third.by}”: for a tenth of the visitors first.`);
  await story.run(desk, 'canary', name, '10');
  const lucky = canaryBuckets(await readReleases(desk));
  story.tell(`Of 10,000 buckets ${lucky.length} get the canary.`);
  expect(lucky.length / 10_000).toBeGreaterThan(0.09);
  expect(lucky.length / 10_000).toBeLessThan(0.11);
  const other = Array.from({ length: 100 }, (_, bucket) => bucket).find(
    (bucket) => !lucky.includes(bucket),
  );
  await heading(await visit(lucky[0]), third.by);
  await heading(await visit(other), second.by);
  story.tell(`Bucket ${lucky[0]} sees “${third.by}”, bucket ${other} “${second.by}”.`);
  await story.run(desk, 'promote', name);
  await heading(await visit(other), third.by);
  story.tell('Now everyone sees it.');
}

const badReleases = (page: Page) =>
  page.evaluate(() => localStorage.getItem('patchwork:bad-releases'));

async function damageThird({ desk, story, visit }: Day): Promise<void> {
  await tamper(desk.release, await stableVersion(desk.release, name), script, (text) => `${text};`);
  story.tell('A script of it is damaged on the server.');
  const healed = await visit();
  await heading(healed, second.by);
  expect(await badReleases(healed)).toContain('1.2.0');
  story.tell(`A browser refuses it, and shows “${second.by}”: the shopper saw no error.`);
  const time = await story.run(desk, 'rollback', name);
  const after = await visit();
  await heading(after, second.by);
  expect(await badReleases(after)).toBeNull();
  story.tell(`Rolled back in ${(time / 1000).toFixed(2)} s. New visitors have nothing to heal.`);
}

test('a day of releases: nobody builds but the team, and no page breaks', async ({ page, day }) => {
  test.slow();
  const { desk, story, url } = day;
  const shell = await shellBytes(desk.release);
  await page.goto(url);
  await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
  story.tell('A visitor opens the shop, and leaves the page open.');

  await publishSecond(day);
  await tryThird(day);
  await damageThird(day);

  await page.getByRole('link', { name: 'Shop Now' }).click();
  await heading(page, second.text);
  await page.getByRole('link', { name: 'Chikankari Tunic' }).first().click();
  await heading(page, 'Chikankari Tunic');
  story.tell(`The page of the morning is alive, and still shows “${second.text}”.`);
  expect(await shellBytes(desk.release)).toEqual(shell);
  story.tell(`The shell’s ${Object.keys(shell).length} files have the bytes they began with.`);
  await story.run(desk, 'list', name);
});
