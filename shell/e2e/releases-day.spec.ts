import { chooseRemotes, type Registry } from '@patchwork/federation';
import { serve } from '@patchwork/release';
import type { Browser, Page } from '@playwright/test';
import { storedFailures } from './fallback-steps.ts';
import { readRegistry, shellBytes, stableVersion, tamper } from './release-folder.ts';
import { test as base, expect, expectHeading, putIntoBucket } from './support.ts';
import {
  type Edit,
  edits,
  openTeamWorkspace,
  pieceNames,
  type TeamWorkspace,
} from './team-workspace.ts';

const name = 'mfe-catalog';
const script = '__federation_expose_ProductList.';
const second: Edit = edits[name];
/** In a fragment of the catalogue’s, which stands on a page of the checkout’s team. */
const inCart: Edit = {
  script: '__federation_expose_Recommended.',
  text: 'You may also like',
  replacement: 'Goes well with it',
};
const third: Edit = { script, text: 'The collection', replacement: 'The newest collection' };

/** Events of the day, in their order. It is printed when the day is over. */
class Story {
  readonly lines: string[] = [];

  log(line: string): void {
    this.lines.push(`• ${line}`);
  }

  /** Runs a command as a team does; returns how long that took, in ms. */
  async run(team: TeamWorkspace, ...args: string[]): Promise<number> {
    const { code, output, time } = await this.attempt(team, ...args);
    expect(code, output).toBe(0);
    return time;
  }

  async attempt(team: TeamWorkspace, ...args: string[]) {
    const startedAt = performance.now();
    const { code, output } = await team.run(...args);
    const time = performance.now() - startedAt;
    this.lines.push(`\n$ patchwork ${args.join(' ')}   (${(time / 1000).toFixed(2)} s)`, output);
    return { code, output, time };
  }
}

/** The visitors of 10,000 buckets who are given the canary. */
function canaryBuckets(releases: Registry): number[] {
  const buckets = Array.from({ length: 10_000 }, (_, index) => index);
  return buckets.filter((bucket) =>
    chooseRemotes(releases, { bucket, failed: [] }).remotes.some(
      ({ id, channel }) => id === name && channel === 'canary',
    ),
  );
}

/** A new visitor, in this bucket. */
async function newVisitor(browser: Browser, url: string, bucket = 50): Promise<Page> {
  const context = await browser.newContext();
  await putIntoBucket(context, bucket);
  const page = await context.newPage();
  await page.goto(`${url}/productlist`);
  await expect(page.getByRole('article')).toHaveCount(14);
  return page;
}

interface Day {
  readonly team: TeamWorkspace;
  readonly story: Story;
  readonly url: string;
  /** Opens the product list as someone who was never here. */
  visit: (bucket?: number) => Promise<Page>;
}

const test = base.extend<{ day: Day }>({
  day: async ({ browser }, use, testInfo) => {
    const team = await openTeamWorkspace('with nothing');
    const story = new Story();
    for (const piece of pieceNames) await team.build(piece, '1.0.0');
    await story.run(team, 'publish', '--all');
    const server = await serve({ release: team.release, port: 0 });
    const visit = (bucket?: number) => newVisitor(browser, server.url, bucket);
    await use({ team, story, url: server.url, visit });
    const text = `${story.lines.join('\n')}\n`;
    process.stdout.write(`\n${text}`);
    await testInfo.attach('the day', { body: text, contentType: 'text/plain' });
    await server.stop();
    await team.clear();
  },
});

async function publishSecond({ team, story, visit }: Day): Promise<void> {
  await team.build(name, '1.1.0', second);
  story.log(`The catalogue’s team writes “${second.replacement}” over its list, and builds.`);
  await story.run(team, 'check', name);
  await story.run(team, 'publish', name);
  await expectHeading(await visit(), second.replacement);
  story.log(`A new visitor sees “${second.replacement}”.`);
}

async function tryThird({ team, story, visit }: Day): Promise<void> {
  await team.build(name, '1.2.0', third);
  story.log(`Next, “${third.replacement}”: for a tenth of the visitors first.`);
  await story.run(team, 'canary', name, '10');
  const lucky = canaryBuckets(await readRegistry(team.release));
  story.log(`Of 10,000 buckets ${lucky.length} get the canary.`);
  expect(lucky.length / 10_000).toBeGreaterThan(0.09);
  expect(lucky.length / 10_000).toBeLessThan(0.11);
  const other = Array.from({ length: 100 }, (_, bucket) => bucket).find(
    (bucket) => !lucky.includes(bucket),
  );
  await expectHeading(await visit(lucky[0]), third.replacement);
  await expectHeading(await visit(other), second.replacement);
  story.log(
    `Bucket ${lucky[0]} sees “${third.replacement}”, bucket ${other} “${second.replacement}”.`,
  );
  await story.run(team, 'promote', name);
  await expectHeading(await visit(other), third.replacement);
  story.log('Now everyone sees it.');
}

async function damageThird({ team, story, visit }: Day): Promise<void> {
  await tamper(team.release, await stableVersion(team.release, name), script, (text) => `${text};`);
  story.log('A script of it is damaged on the server.');
  const visitor = await visit();
  await expectHeading(visitor, second.replacement);
  expect(await storedFailures(visitor)).toContain('1.2.0');
  story.log(`A browser refuses it, and shows “${second.replacement}”: the shopper saw no error.`);
  const time = await story.run(team, 'rollback', name);
  const after = await visit();
  await expectHeading(after, second.replacement);
  expect(await storedFailures(after)).toBeNull();
  story.log(
    `Rolled back in ${(time / 1000).toFixed(2)} s. New visitors have nothing to fall back from.`,
  );
}

const recommended = (page: Page, text: string) =>
  expect(
    page
      .getByRole('main')
      .locator(`[data-boundary="${name}"]`)
      .getByRole('heading', { name: text }),
  ).toBeVisible();

async function previewFragment({ team, story, url, visit }: Day): Promise<void> {
  await team.build(name, '1.3.0', inCart);
  story.log(`The catalogue’s fragment in the cart gets a new heading, “${inCart.replacement}”.`);
  await story.run(team, 'preview', name, '--name', 'pr-42', '--reason', 'a heading to look at');
  const tester = await visit();
  await tester.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await tester.getByRole('button', { name: 'Login as Guest' }).click();
  await tester.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(tester.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await tester.goto(`${url}/cart?preview=pr-42`);
  await recommended(tester, inCart.replacement);
  await story.run(team, 'end-preview', 'pr-42');
  await tester.getByRole('button', { name: 'End preview: Preview pr-42' }).click();
  await recommended(tester, inCart.text);
  story.log(
    `Who opened the link of the preview saw it in the checkout’s page; when it ended, what all see was there again.`,
  );
}

/** Goes on in a page that was opened before any of it, and keeps its versions. */
async function browseOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expectHeading(page, second.text);
  await page.getByRole('link', { name: 'Chikankari Tunic' }).first().click();
  await expectHeading(page, 'Chikankari Tunic');
}

async function withdrawForAWhile({ team, story, url, visit }: Day, page: Page): Promise<void> {
  story.log('The catalogue is to leave the shop.');
  const { code, output } = await story.attempt(team, 'withdraw', name);
  expect(code, output).toBe(1);
  expect(output).toContain('shell/src/app/Header.tsx');
  expect(output).toContain('the fragment ./HeaderSearch in the slot “header-search”');
  expect(output).toContain('Or let it through: --anyway');
  await story.run(team, 'withdraw', name, '--anyway', '--reason', 'an emergency');
  await browseOn(page);
  story.log(`The page of the morning is alive, and still shows “${second.text}”.`);
  const visitor = await page.context().newPage();
  const response = await visitor.goto(`${url}/productlist`);
  expect(response?.status()).toBe(404);
  await expectHeading(visitor, 'Page not found');
  await expect(visitor.getByRole('banner')).toBeVisible();
  await expect(visitor.getByRole('contentinfo')).toBeVisible();
  story.log('A page that is opened now says “Page not found”, inside header and footer.');
  await story.run(team, 'rollback', name);
  await expectHeading(await visit(), second.replacement);
  story.log(`Put back: a new visitor sees “${second.replacement}”.`);
}

test('a day of releases: only the team builds, and no page breaks', async ({
  page,
  day,
  expectConsole,
}) => {
  test.slow();
  // A new page at an address of the remote that was withdrawn.
  expectConsole(/404 \(Not Found\) \(http:\/\/localhost:\d+\/productlist\)/);
  const { team, story, url } = day;
  const shell = await shellBytes(team.release);
  await page.goto(url);
  await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
  story.log('A visitor opens the shop, and leaves the page open.');

  await publishSecond(day);
  await tryThird(day);
  await damageThird(day);
  await previewFragment(day);
  await withdrawForAWhile(day, page);

  expect(await shellBytes(team.release)).toEqual(shell);
  story.log(`The shell’s ${Object.keys(shell).length} files have the bytes they began with.`);
  await story.run(team, 'list', name);
  await story.run(team, 'history', name);
});
