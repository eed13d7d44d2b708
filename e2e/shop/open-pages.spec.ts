import { existsSync } from 'node:fs';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createDraw, type Draw } from '../draw.ts';
import { fallbackMessages } from '../faults/fallback-steps.ts';
import { readRegistry, stableVersion } from '../release-folder.ts';
import { addToCart } from '../shopper-steps.ts';
import { expect, isSameDocument, markDocument } from '../support.ts';
import {
  test as base,
  edits,
  openTeamWorkspace,
  type PieceName,
  pieceNames,
  type TeamWorkspace,
} from '../teams/team-workspace.ts';

/** A page of the shop: its path, the exposed module behind it, and what is on it. */
interface Route {
  readonly path: string;
  readonly module: string;
  readonly heading: RegExp;
}

const visitorRoutes: readonly Route[] = [
  { path: '/signup', module: 'Signup', heading: /^Sign ?up$/i },
  { path: '/login', module: 'Login', heading: /^Login$/i },
];

const shopperRoutes: readonly Route[] = [
  { path: '/wishlist', module: 'Wishlist', heading: /Wishlist/i },
  { path: '/checkout', module: 'Checkout', heading: /^Select Address$/i },
  { path: '/orders', module: 'Orders', heading: /Orders/i },
  { path: '/profile', module: 'Profile', heading: /Profile$/i },
  { path: '/mockman', module: 'RequestTester', heading: /./ },
];

const lastRoute: Route = { path: '/logout', module: 'Logout', heading: /./ };

/**
 * Opens a page as a visitor who saves data, so that nothing is fetched ahead: each page is loaded when it is
 * visited.
 */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await markDocument(page);
}

const isLoaded = (page: Page, module: string): Promise<boolean> =>
  page.evaluate(
    (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
    `__federation_expose_${module}.`,
  );

/** Goes to a page in the same document, as the browser's own Back and Forward do. */
async function goTo(page: Page, pathname: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, pathname);
}

async function visit(page: Page, { path, module, heading }: Route): Promise<void> {
  expect(await isLoaded(page, module), `${module} was not loaded before`).toBe(false);
  await goTo(page, path);
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
  await expect.poll(() => isLoaded(page, module)).toBe(true);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  expect(await isSameDocument(page), `${path} came without a reload`).toBe(true);
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL(/productlist$/);
  await addToCart(page, 'Chikankari Tunic');
}

async function openProduct(page: Page): Promise<void> {
  await goTo(page, '/productlist');
  await page.getByRole('link', { name: 'Chikankari Tunic' }).first().click();
  const name = { level: 1, name: 'Chikankari Tunic', exact: true };
  await expect(page.getByRole('heading', name)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
}

async function openCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Go to Cart' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /My Cart/ })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
}

/** Visits every page of every remote, each for the first time, in the order of a seed. */
export async function visitEverything(
  page: Page,
  draw: Draw,
  beforeVisit: (visit: number) => Promise<void>,
): Promise<void> {
  const inAnyOrder = [
    () => openProduct(page),
    ...shopperRoutes.map((route) => () => visit(page, route)),
  ]
    .map((goOn) => ({ goOn, position: draw(2 ** 32) }))
    .sort((one, other) => one.position - other.position);
  const visits = [
    ...visitorRoutes.map((route) => () => visit(page, route)),
    () => logIn(page),
    () => openCart(page),
    ...inAnyOrder.map(({ goOn }) => goOn),
    () => visit(page, lastRoute),
  ];
  for (const [index, goOn] of visits.entries()) {
    await beforeVisit(index);
    await goOn();
  }
}

function pick<T>(draw: Draw, items: readonly T[]): T {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

export const remotes = pieceNames.filter((name) => name !== 'shell');

type Command = readonly string[];

/** Returns the commands that a team can give now: a canary is needed for a promotion, another version for a rollback. */
async function possibleCommands(release: string): Promise<Command[]> {
  const registry = await readRegistry(release);
  const publish = pieceNames.map((name): Command => ['publish', name]);
  const canary = remotes.map((name): Command => ['canary', name, '50']);
  const promote = registry.remotes
    .filter((remote) => remote.canary)
    .map(({ id }): Command => ['promote', id]);
  const rollback = registry.remotes
    .filter((remote) => remote.canary ?? remote.previous[0])
    .map(({ id }): Command => ['rollback', id]);
  return [...publish, ...canary, ...promote, ...rollback];
}

/**
 * Builds the next version of a piece. Two versions of the shell take turns, because the names of its files say
 * what they contain.
 */
async function buildNext(team: TeamWorkspace, name: PieceName, step: number): Promise<void> {
  const edit = edits[name];
  const changed = { ...edit, replacement: `${edit.replacement} ${step}` };
  if (name !== 'shell') return team.build(name, `1.${step}.0`, changed);
  return step % 2 === 0 ? team.build(name, `1.${step}.0`) : team.build(name, `1.${step}.0`, edit);
}

/** Runs a command of a team, through the gate, then deletes what prune may. Returns what was done. */
export async function releaseOnce(team: TeamWorkspace, draw: Draw, step: number): Promise<string> {
  const command = pick(draw, await possibleCommands(team.release));
  const [verb = '', name = ''] = command;
  const piece = pieceNames.find((each) => each === name);
  if (piece && ['publish', 'canary'].includes(verb)) await buildNext(team, piece, step);
  await team.succeed(...command);
  await prune(team);
  return command.join(' ');
}

export async function publishRemotes(team: TeamWorkspace, step: number): Promise<void> {
  for (const name of remotes) await buildNext(team, name, step);
  await team.succeed('publish', ...remotes);
}

/** Makes the version before stable again, so that no pointer names the later one. */
export async function rollBackRemotes(team: TeamWorkspace): Promise<void> {
  for (const name of remotes) await team.succeed('rollback', name);
}

export const prune = (team: TeamWorkspace): Promise<string> => team.succeed('prune', '--keep', '1');

const LONGER_THAN_A_DAY_MS = 25 * 60 * 60 * 1000;

/** Makes the release folder look as it will in 25 hours: prune goes by the times of its files. */
export async function letADayPass(release: string): Promise<void> {
  const earlier = (time: number) => new Date(time - LONGER_THAN_A_DAY_MS);
  for (const name of await readdir(release, { recursive: true })) {
    const file = path.join(release, name);
    if (path.basename(file) === 'release.json') {
      const document = JSON.parse(await readFile(file, 'utf8'));
      const publishedAt = earlier(Date.parse(document.publishedAt)).toISOString();
      await writeFile(file, JSON.stringify({ ...document, publishedAt }));
    }
  }
  const past = earlier(Date.now());
  for (const name of await readdir(release, { recursive: true })) {
    if (!name.startsWith('.')) await utimes(path.join(release, name), past, past);
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the seeds to run: 1 to 20 with `OPEN_PAGES=1-20`, else one that the day chooses. */
function chosenSeeds(): number[] {
  const today = Math.floor(Date.now() / DAY_MS);
  const [first = today, last = first] = process.env.OPEN_PAGES?.split('-').map(Number) ?? [];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const test = base.extend({
  team: async ({}, use) => {
    const team = await openTeamWorkspace('with nothing');
    for (const piece of pieceNames) await team.build(piece, '1.0.0');
    await team.succeed('publish', '--all');
    await use(team);
    await team.clear();
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
  test(`seed ${seed}: every page opens in an open tab, whatever the teams release and prune`, async ({
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
  test(`seed ${seed}: a tab that is open for more than a day continues with the live versions`, async ({
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
