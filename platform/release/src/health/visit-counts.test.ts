import type { Registry } from '@patchwork/host';
import { expect, test } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { bucketOf, edgeOf, estimateP75, estimateShare } from './buckets.ts';
import { createWatch, noOutcomes } from './compare.ts';
import {
  addCounts,
  type Counts,
  createVisitCounts,
  keepInMemory,
  outcomesOf,
  type VisitReport,
} from './visit-counts.ts';

const registry = {
  format: 2,
  remotes: [
    {
      id: 'mfe-catalog',
      stable: { version: '1' },
      canary: { percent: 10, release: { version: '2' } },
      previous: [],
    },
  ],
} as unknown as Registry;

const visit = (version: string, fields: Partial<VisitReport> = {}): VisitReport => ({
  ...{ event: 'visit', used: [{ id: 'mfe-catalog', version }], faults: [], frames: {} },
  settings: [],
  ...{ page: 'mfe-catalog', lcp: 1000 },
  ...fields,
});

const failed = (version: string) =>
  visit(version, { faults: [{ id: 'mfe-catalog', version }], lcp: 9000 });

function openCounts(now: () => number = () => 0) {
  const { add, read } = keepInMemory();
  return { take: createVisitCounts({ add, read }, now), read };
}

/** Takes honest visits to both versions, after those of a forger. Returns the counts by pointer. */
function day(forge: (take: (report: VisitReport) => void) => void) {
  const counts = openCounts();
  forge((report) => void counts.take(report, '10.6.6.6', registry));
  const random = createRandom(7);
  for (let index = 0; index < 3000; index += 1) {
    const version = random() < 0.1 ? '2' : '1';
    const report = random() < 0.005 ? failed(version) : visit(version);
    counts.take(report, `10.0.${index >> 8}.${index & 255}`, registry);
  }
  const of = (pointer: string): Counts =>
    addCounts(
      counts
        .read('mfe-catalog', 0)
        .filter((each) => each.pointer === pointer)
        .map((each) => each.counts),
    );
  return { canary: of('canary'), stable: of('stable') };
}

test('one forging address that sends 10,000 reports changes nothing', () => {
  const honest = day(() => undefined);
  const forged = day((take) => {
    for (let index = 0; index < 10_000; index += 1) take(failed('2'));
  });
  expect(forged.stable).toEqual(honest.stable);
  expect(forged.canary.views).toBe((honest.canary.views ?? 0) + 1);
  const watch = createWatch();
  watch.add({ canary: outcomesOf(forged.canary), stable: outcomesOf(forged.stable) });
  expect(watch.fault()).toBeUndefined();
});

test('on a day with 300,000 visitors, all but a few are counted, and none twice', () => {
  const counts = openCounts();
  for (let index = 0; index < 300_000; index += 1)
    counts.take(visit('1'), `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, registry);
  for (let index = 0; index < 1000; index += 1)
    counts.take(visit('1'), `10.0.${index >> 8}.${index & 255}`, registry);
  const [minute] = counts.read('mfe-catalog', 0);
  expect(minute?.counts.views).toBeLessThanOrEqual(300_000);
  expect(minute?.counts.views).toBeGreaterThan(299_900);
});

test('an address counts again on the next day, and visits are forgotten after a week', () => {
  let now = 0;
  const counts = openCounts(() => now);
  const views = () => addCounts(counts.read('mfe-catalog', 0).map((each) => each.counts)).views;
  for (let dayOf = 0; dayOf < 5; dayOf += 1) {
    counts.take(visit('1'), '10.0.0.1', registry);
    now += 86_400_000;
  }
  expect(views()).toBe(5);
  now += 4 * 86_400_000;
  counts.take(visit('1'), '10.0.0.1', registry);
  expect(views()).toBe(3);
});

test('a version that no visitor gets by a pointer is not counted', () => {
  const counts = openCounts();
  expect(counts.take(visit('0.9'), '10.0.0.1', registry)).toEqual([]);
  expect(counts.read('mfe-catalog', 0)).toEqual([]);
});

test('a version that failed on an earlier page counts as an error, though this page used another one', () => {
  const counts = openCounts();
  const faults = [{ id: 'mfe-catalog', version: '2', cause: 'hang' }];
  counts.take(visit('1', { faults }), '10.0.0.1', registry);
  expect(counts.read('mfe-catalog', 0)).toMatchObject([
    { version: '1', pointer: 'stable', counts: { views: 1 } },
    { version: '2', pointer: 'canary', counts: { views: 1, errors: 1, fallbacks: 1 } },
  ]);
});

test('counts become what the test compares', () => {
  const counts = { views: 3, errors: 1, 'lcp:10': 1, 'lcp:23': 1, 'lcp:40': 1 };
  expect(outcomesOf(counts)).toEqual({
    ...{ views: 3, errors: 1, loadFailures: 0, painted: 3 },
    slow: [2, 2, 2, 1, 1, 1],
  });
  expect(outcomesOf({})).toEqual({ ...noOutcomes, slow: [0, 0, 0, 0, 0, 0] });
});

test('a value is at most the upper edge of its bucket, and above that of the one before', () => {
  for (const value of [1, 100, 101, 501, 1300, 2500, 20_000]) {
    const bucket = bucketOf('lcp', value);
    expect(value).toBeLessThanOrEqual(edgeOf('lcp', bucket));
    if (bucket > 0) expect(value).toBeGreaterThan(edgeOf('lcp', bucket - 1));
  }
  expect([bucketOf('cls', 0), bucketOf('cls', 1e7), bucketOf('inp', 3)]).toEqual([0, 60, 0]);
});

test('a p75 and a share have an interval around them, which many visits make narrow', () => {
  const counts = (factor: number) => ({
    'lcp:20': 70 * factor,
    'lcp:25': 20 * factor,
    'lcp:30': 10 * factor,
  });
  const p75 = estimateP75('lcp', counts(100));
  expect(p75?.value).toBeCloseTo(1778, 0);
  expect(p75).toMatchObject({ low: p75?.value, high: p75?.value });
  const few = estimateP75('lcp', counts(0.1));
  expect(few?.low).toBeCloseTo(1000, 0);
  expect(few?.high).toBeCloseTo(100_000, 0);
  expect(estimateP75('lcp', {})).toBeUndefined();
  expect(estimateShare(0, 0)).toBeUndefined();
  const share = estimateShare(50, 10_000);
  expect(share?.value).toBe(0.005);
  expect(share?.low).toBeGreaterThan(0.002);
  expect(share?.high).toBeLessThan(0.009);
});

/** A shop in which a tenth of the visitors has the value true of the setting gallery. */
const withSetting = {
  ...registry,
  remotes: registry.remotes.map((remote) => ({
    ...remote,
    values: { gallery: { value: true, percent: 10 }, title: { value: 'Buy', percent: 100 } },
  })),
} as Registry;

const side = (isOn: boolean, fields: object = {}) => ({
  settings: [
    { ...{ id: 'mfe-catalog', name: 'gallery', value: true, isOn, isInHtml: false }, ...fields },
  ],
});

function countedSettings(...reports: readonly VisitReport[]) {
  const { take, read } = openCounts();
  for (const [index, report] of reports.entries()) take(report, `10.1.0.${index}`, withSetting);
  return read('mfe-catalog', 0)
    .filter(({ pointer }) => pointer === 'on' || pointer === 'off')
    .map(({ version, pointer, counts }) => ({ version, pointer, ...counts }));
}

test('visits with and without the value of a setting are counted apart, whatever their version', () => {
  const version = 'gallery=true';
  expect(
    countedSettings(
      visit('1', side(true)),
      visit('2', { ...side(true), faults: [{ id: 'mfe-catalog', version: '2' }] }),
      visit('1', side(false)),
    ),
  ).toEqual([
    { version, pointer: 'on', views: 2, errors: 1, 'lcp:20': 2 },
    { version, pointer: 'off', views: 1, 'lcp:20': 1 },
  ]);
});

test('the LCP of a page whose HTML depends on the setting is not counted on either side', () => {
  const inHtml = { isInHtml: true };
  expect(
    countedSettings(visit('1', side(true, inHtml)), visit('1', side(false, inHtml))),
  ).toMatchObject([{ views: 1 }, { views: 1 }]);
  expect(countedSettings(visit('1', side(true, inHtml)))[0]).not.toHaveProperty('lcp:20');
});

test.each([
  ['another value, as of a page from a cache', side(true, { value: false })],
  ['a setting without a value', side(true, { name: 'rows' })],
  ['a setting whose value all visitors have', side(true, { name: 'title', value: 'Buy' })],
  ['an inherited name', side(true, { name: 'toString' })],
  ['a remote that the page did not use', side(true, { id: 'mfe-account' })],
])('a report of %s is not counted for a setting', (_, fields) => {
  expect(countedSettings(visit('1', fields))).toEqual([]);
});

test('an address is counted once a day for each side of a setting', () => {
  const { take, read } = openCounts();
  for (const isOn of [true, true, false, true])
    take(visit('1', side(isOn)), '10.2.0.1', withSetting);
  const views = read('mfe-catalog', 0)
    .filter(({ pointer }) => pointer === 'on' || pointer === 'off')
    .map(({ counts }) => counts.views);
  expect(views).toEqual([1, 1]);
});
