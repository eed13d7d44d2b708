import { expect, test, vi } from 'vitest';
import { UsageError } from '../errors.ts';
import type { Minute } from '../health/visit-counts.ts';
import { createRandom } from '../testing/random.ts';
import { buildRemote, openWorkspace, publishPiece } from '../testing/release.ts';
import { readMoves } from './auto-canary.ts';
import { lookAtSetting } from './auto-setting.ts';
import { health } from './health.ts';
import { history } from './list.ts';
import { set } from './set.ts';

const MINUTE_MS = 60_000;
const id = 'mfe-catalog';
const setting = 'new-gallery';
const settings = { [setting]: { type: 'boolean', default: false, purpose: 'For a test.' } };

interface Visitors {
  /** Share of the visits with the value that have an error; without it, 0.5 % do. */
  readonly errors?: number;
  /** Whether the page's HTML depends on the setting, so that no LCP is counted. */
  readonly isInHtml?: boolean;
}

/** A shop with a value for a tenth, whose visitors are simulated minute by minute on a clock of its own. */
async function openSetting({ errors = 0.005, isInHtml = false }: Visitors = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T10:00:00Z') });
  const shop = await openWorkspace();
  await buildRemote(shop.piece, { settings });
  await publishPiece(shop.piece, shop.context);
  await set(shop.context, { id, setting, written: 'true', percent: 10 });
  const random = createRandom(5);
  const minutes: Minute[] = [];
  const plan = {
    ...{ id, steps: [10, 50, 100], everyMs: 10 * MINUTE_MS },
    read: async (_remote: string, since: number) => minutes.filter(({ minute }) => minute >= since),
  };
  function counts(views: number, share: number) {
    const all: Record<string, number> = { views };
    for (let index = 0; index < views; index += 1) {
      const lcp = `lcp:${20 + Math.floor(random() * 8)}`;
      if (!isInHtml) all[lcp] = (all[lcp] ?? 0) + 1;
      if (random() < share) all.errors = (all.errors ?? 0) + 1;
    }
    return all;
  }
  function pass(percent: number): void {
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const each = { minute, remote: id, version: `${setting}=true` };
    minutes.push(
      { ...each, pointer: 'on', counts: counts(percent * 10, errors) },
      { ...each, pointer: 'off', counts: counts(1000 - percent * 10, 0.005) },
    );
    vi.setSystemTime(Date.now() + MINUTE_MS);
  }
  const look = () => lookAtSetting(shop.context, plan, setting);
  async function untilMoved(percent: number) {
    for (let minute = 0; minute < 600; minute += 1) {
      pass(percent);
      const seen = minute % 5 === 0 ? await look() : undefined;
      if (seen && seen.state !== 'waiting') return { seen, minute };
    }
    return expect.unreachable();
  }
  const healthNow = async () => health(await readMoves(shop.context.store), id, plan.read);
  return { ...shop, plan, look, untilMoved, pass, healthNow };
}

test('a value that is not worse grows step by step to all visitors', async () => {
  const shop = await openSetting();
  expect((await shop.untilMoved(10)).seen).toMatchObject({ state: 'stepped', percent: 50 });
  expect((await shop.untilMoved(50)).seen).toMatchObject({ state: 'stepped', percent: 100 });
  expect(await shop.look()).toMatchObject({ state: 'finished', percent: 100 });
  const [last] = (await history(shop.release)).moves;
  expect(last).toMatchObject({
    command: `set ${id} ${setting} --share 100`,
    reason: 'not worse than without it at 50 %: errors, load failures, LCP',
  });
});

test('a value with more errors is taken from all visitors by itself', async () => {
  const shop = await openSetting({ errors: 0.04 });
  const { seen } = await shop.untilMoved(10);
  expect(seen).toMatchObject({ name: id, version: `${setting}=true`, state: 'stopped' });
  expect(seen.reason).toMatch(/^worse than without it: errors \(by chance in 1 of \d+ settings/);
  const [last] = (await history(shop.release)).moves;
  expect(last).toMatchObject({ command: `set ${id} ${setting} --undo`, reason: seen.reason });
  expect(last?.pieces[0]?.to).not.toHaveProperty('values');
  expect(await shop.look()).toMatchObject({ state: 'stopped', reason: seen.reason });
});

test('where the HTML depends on the setting, a step needs no proof about LCP, and says so', async () => {
  const shop = await openSetting({ isInHtml: true });
  expect((await shop.untilMoved(10)).seen.reason).toBe(
    'not worse than without it at 10 %: errors, load failures',
  );
});

test('health shows the visitors with the value beside those without it', async () => {
  const shop = await openSetting();
  for (let minute = 0; minute < 5; minute += 1) shop.pass(10);
  const { settings: compared } = await shop.healthNow();
  expect(compared).toMatchObject([
    { on: { version: `${setting}=true`, visits: 400, percent: 10 }, off: { visits: 3600 } },
  ]);
});

test('a setting that never had a value can’t be watched', async () => {
  const shop = await openSetting();
  const looking = lookAtSetting(shop.context, shop.plan, 'rows');
  await expect(looking).rejects.toThrow(UsageError);
  await expect(looking).rejects.toThrow('rows of mfe-catalog has its default');
});
