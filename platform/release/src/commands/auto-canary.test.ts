import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { UsageError } from '../errors.ts';
import { addCounts, type Counts, type Minute } from '../health/visit-counts.ts';
import { createRandom } from '../testing/random.ts';
import { openWorkspace } from '../testing/release.ts';
import { lookAtCanary, readMoves } from './auto-canary.ts';
import { health } from './health.ts';
import { history } from './list.ts';

const MINUTE_MS = 60_000;
const id = 'mfe-catalog';

/** A shop with a canary of 1 %, whose visitors are simulated minute by minute on a clock of its own. */
async function openCanary(canaryErrors = 0.005) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T10:00:00Z') });
  const shop = await openWorkspace();
  const [canary, stable] = await shop.publishTwo();
  await shop.canary(1, canary);
  const random = createRandom(3);
  const minutes: Minute[] = [];
  const plan = {
    id,
    steps: [1, 5, 25, 100],
    everyMs: 10 * MINUTE_MS,
    read: async (_remote: string, since: number) => minutes.filter(({ minute }) => minute >= since),
  };
  function counts(views: number, errors: number): Counts {
    const all: Record<string, number> = { views };
    for (let index = 0; index < views; index += 1) {
      const lcp = `lcp:${20 + Math.floor(random() * 8)}`;
      all[lcp] = (all[lcp] ?? 0) + 1;
      if (random() < errors) all.errors = (all.errors ?? 0) + 1;
    }
    return all;
  }
  return {
    ...shop,
    canaryVersion: canary,
    stableVersion: stable,
    plan,
    look: () => lookAtCanary(shop.context, plan),
    /** Lets a minute pass, with 1,000 visits of which a share got the canary. */
    pass(percent: number, count = 1) {
      for (let index = 0; index < count; index += 1) {
        const minute = Math.floor(Date.now() / MINUTE_MS);
        const each = { minute, remote: id };
        const of = { canary: percent * 10, stable: 1000 - percent * 10 };
        minutes.push(
          { ...each, version: canary, pointer: 'canary', counts: counts(of.canary, canaryErrors) },
          { ...each, version: stable, pointer: 'stable', counts: counts(of.stable, 0.005) },
        );
        vi.setSystemTime(Date.now() + MINUTE_MS);
      }
    },
    minutes,
  };
}

/** Passes time and looks every five minutes, until a look does something. */
async function untilMoved(shop: Awaited<ReturnType<typeof openCanary>>, percent: number) {
  for (let minute = 0; minute < 600; minute += 5) {
    shop.pass(percent, 5);
    const look = await shop.look();
    if (look.state !== 'waiting') return { look, minute };
  }
  return expect.unreachable();
}

test('a good canary steps from share to share when there are enough visits, and becomes stable', async () => {
  const shop = await openCanary();
  expect(await shop.look()).toMatchObject({ state: 'waiting', percent: 1 });
  const first = await untilMoved(shop, 1);
  expect(first.look).toMatchObject({ state: 'stepped', percent: 5 });
  const second = await untilMoved(shop, 5);
  expect(second.look).toMatchObject({ state: 'stepped', percent: 25 });
  expect(second.minute).toBeLessThan(first.minute);
  const third = await untilMoved(shop, 25);
  expect(third.look).toMatchObject({ state: 'promoted', percent: 100 });
  expect(third.minute).toBeGreaterThanOrEqual(5);
  expect(await shop.versions()).toEqual([shop.canaryVersion, undefined, shop.stableVersion]);
  const { moves } = await history(shop.release);
  expect(moves.slice(0, 3).map(({ command, reason }) => `${command}: ${reason}`)).toEqual([
    `promote ${id}: not worse than ${shop.stableVersion} at 25 %: errors, load failures, LCP`,
    `canary ${id} 25: not worse than ${shop.stableVersion} at 5 %: errors, load failures, LCP`,
    `canary ${id} 5: not worse than ${shop.stableVersion} at 1 %: errors, load failures, LCP`,
  ]);
  expect(await shop.look()).toMatchObject({ state: 'promoted' });
});

test('a bad canary is stopped with its reason, and a process that starts again does not begin it anew', async () => {
  const shop = await openCanary(0.1);
  const { look } = await untilMoved(shop, 1);
  expect(look).toMatchObject({ state: 'stopped', percent: 0 });
  expect(look.reason).toMatch(
    new RegExp(`^worse than ${shop.stableVersion}: errors \\(by chance in 1 of \\d+`),
  );
  expect(await shop.versions()).toEqual([shop.stableVersion, undefined, shop.canaryVersion]);
  const before = await readFile(`${shop.release}/registry.json`, 'utf8');
  expect(await shop.look()).toEqual(look);
  expect(await readFile(`${shop.release}/registry.json`, 'utf8')).toBe(before);
  const [move] = (await history(shop.release)).moves;
  expect(move).toMatchObject({ command: `canary ${id} 0`, reason: look.reason });
});

test('a bad canary does not count as stopped while the page still names it', async () => {
  const shop = await openCanary(0.1);
  await shop.publishShell('index.1.js');
  shop.pass(1, 400);
  const { store } = shop.context;
  const replace: typeof store.replace = async (file, content) => {
    if (file === 'index.html') throw new Error('the disk is full');
    return store.replace(file, content);
  };
  const context = { ...shop.context, store: { ...store, replace } };
  await expect(lookAtCanary(context, shop.plan)).rejects.toThrow(
    'index.html could not be written (the disk is full)',
  );
  await expect(lookAtCanary(context, shop.plan)).rejects.toThrow('the disk is full');
  expect(await shop.look()).toMatchObject({ state: 'stopped' });
  expect(await readFile(`${shop.release}/index.html`, 'utf8')).not.toContain(shop.canaryVersion);
});

test('two processes that look at once take one step', async () => {
  const shop = await openCanary();
  shop.pass(1, 400);
  const looks = await Promise.allSettled([shop.look(), shop.look(), shop.look()]);
  expect(looks.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const { moves } = await history(shop.release);
  expect(moves.filter(({ command }) => command === `canary ${id} 5`)).toHaveLength(1);
  expect(await shop.look()).toMatchObject({ state: 'waiting', percent: 5 });
});

test('a step waits for its time and for visits, whatever happened before the last one', async () => {
  const shop = await openCanary();
  shop.pass(1, 400);
  expect(await shop.look()).toMatchObject({ state: 'stepped', percent: 5 });
  shop.pass(5, 5);
  expect((await shop.look()).reason).toContain('the next step is in');
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  shop.minutes.length = 0;
  expect(await shop.look()).toMatchObject({ state: 'waiting', reason: 'too few visits yet' });
});

test('a canary that replaces another at the same share waits as long for its first step', async () => {
  const shop = await openCanary();
  const other = await shop.publish('c');
  await shop.rollback();
  await shop.canary(1, other);
  expect((await shop.look()).reason).toContain('the next step is in 10 min');
  await shop.canary(5, shop.canaryVersion);
  shop.pass(5, 8);
  await shop.canary(5, other);
  expect((await shop.look()).reason).toContain('the next step is in 10 min');
});

test('a canary that somebody ended is left alone, and one that never was is named', async () => {
  const shop = await openCanary();
  await shop.canary(0, 'canary');
  expect(await shop.look()).toMatchObject({ state: 'ended', percent: 0 });
  const other = { ...shop.plan, id: 'mfe-other' };
  await expect(lookAtCanary(shop.context, other)).rejects.toThrow(UsageError);
});

test('health has the figures of both versions since the canary began', async () => {
  const shop = await openCanary(0.1);
  shop.pass(10, 3);
  const { stable, canary } = await health(await readMoves(shop.context.store), id, shop.plan.read);
  expect(stable).toMatchObject({ version: shop.stableVersion, visits: 1800 });
  expect(canary).toMatchObject({ version: shop.canaryVersion, visits: 200, percent: 1 });
  expect(canary?.errors?.low).toBeLessThan(0.1);
  expect(canary?.errors?.high).toBeGreaterThan(0.1);
  expect(stable.lcp?.value).toBeGreaterThan(1000);
  expect(stable.inp).toBeUndefined();
  expect(addCounts([])).toEqual({});
});
