import { existsSync } from 'node:fs';
import path from 'node:path';
import { serve } from '@patchwork/release';
import { addToCart } from '../checkout-steps.ts';
import { createDraw } from '../draw.ts';
import { fallbackMessages } from '../fallback-steps.ts';
import { stableVersion } from '../release-versions.ts';
import { test as base, expect } from '../support.ts';
import { openTeamWorkspace, pieceNames, type TeamWorkspace } from '../team-workspace.ts';
import { openPage, visitEverything } from './open-page.ts';
import {
  letADayPass,
  prune,
  publishRemotes,
  releaseOnce,
  remotes,
  rollBackRemotes,
} from './release-sequence.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `OPEN_PAGES=1-20` runs these seeds. Otherwise the day chooses one. */
function chosenSeeds(): number[] {
  const today = Math.floor(Date.now() / DAY_MS);
  const [first = today, last = first] = process.env.OPEN_PAGES?.split('-').map(Number) ?? [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const test = base.extend<{ team: TeamWorkspace; url: string }>({
  team: async ({}, use) => {
    const team = await openTeamWorkspace('with nothing');
    for (const piece of pieceNames) await team.build(piece, '1.0.0');
    await team.succeed('publish', '--all');
    await use(team);
    await team.clear();
  },
  url: async ({ team, context }, use) => {
    const server = await serve({ release: team.release, port: 0, defaultConfig: { devtools: {} } });
    await use(server.url);
    await context.close();
    await server.stop();
  },
});

/** Deletes every version that the open page has: they were rolled back more than a day ago. */
async function pruneWhatIsOpen(team: TeamWorkspace): Promise<void> {
  const open = await Promise.all(remotes.map((name) => stableVersion(team.release, name)));
  await rollBackRemotes(team);
  await publishRemotes(team, 2);
  await letADayPass(team.release);
  await prune(team);
  for (const { entry } of open) expect(existsSync(path.join(team.release, entry))).toBe(false);
}

const isEven = (seed: number): boolean => seed % 2 === 0;

for (const seed of chosenSeeds().filter(isEven)) {
  test(`seed ${seed}: in an open page every page opens, whatever the teams release and prune`, async ({
    page,
    team,
    url,
  }) => {
    test.slow();
    const draw = createDraw(seed, 'releases');
    const done: string[] = [];
    await openPage(page, url);
    await visitEverything(page, draw, async (visit) => {
      if (visit % 2 === 1) done.push(await releaseOnce(team, draw, visit));
    });
    process.stdout.write(`seed ${seed}: ${done.join(', ')}\n`);
  });
}

for (const seed of chosenSeeds().filter((each) => !isEven(each))) {
  test(`seed ${seed}: a page that is open for more than a day goes on with what is live`, async ({
    page,
    team,
    url,
    expectConsole,
  }) => {
    test.slow();
    // A browser reports each file that is not there any more.
    expectConsole(new RegExp(`${fallbackMessages.source}|mfe[-_]|preload`));
    const draw = createDraw(seed, 'releases');
    await publishRemotes(team, 1);
    await openPage(page, url);
    await pruneWhatIsOpen(team);
    const done: string[] = [];
    await visitEverything(page, draw, async (visit) => {
      if (visit % 4 !== 3) return;
      done.push(await releaseOnce(team, draw, visit));
      await letADayPass(team.release);
      await prune(team);
    });
    process.stdout.write(`seed ${seed}, a day each: ${done.join(', ')}\n`);
  });
}

test('a page that can load no version any more offers to load the page again, which keeps session and cart', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/mfe[-_]checkout|ERR_FAILED|preload/);
  const { url } = await openRelease();
  // As when every live version needs a newer shell.
  await page.route('**/remotes/mfe-checkout/**', (route) => route.abort());
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL(/productlist$/);
  await addToCart(page, 'Chikankari Tunic');
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  const reload = page.getByRole('button', { name: 'Load the page again' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(reload).toBeVisible();
  await expect(page.getByText(/may have been updated since this page was opened/)).toBeVisible();
  await page.unroute('**/remotes/mfe-checkout/**');
  await reload.click();
  await expect(page.getByRole('heading', { level: 1, name: /My Cart/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});
