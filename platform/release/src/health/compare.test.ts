import { expect, test } from 'vitest';
import { createRandom } from '../testing/random.ts';
import {
  medianOf,
  ordinary,
  seeds,
  simulateSpans,
  viewsUntilStep,
  viewsUntilStopped,
} from '../testing/simulate.ts';
import { createWatch, heldBackBy, noOutcomes, type Span, total } from './compare.ts';
import { evidenceOf, lowerBound, placeBets, upperBound } from './evidence.ts';

/* Short forms of `pnpm bench canary`, which has the figures of thousands of runs. */

const worse = { ...ordinary, canary: { ...ordinary.canary, errors: 0.025 } };
const slower = { ...ordinary, canary: { ...ordinary.canary, lcpMs: 1800 } };
const never = Number.POSITIVE_INFINITY;

/** Binomial coefficient. */
const choose = (n: number, k: number): number =>
  k < 0 || k > n
    ? 0
    : Array.from({ length: k }).reduce<number>((value, _k, i) => (value * (n - i)) / (i + 1), 1);

test('on average, no bet wins if both versions have the same errors', () => {
  for (const [canary, stable, errors] of [
    [1, 9, 3],
    [10, 90, 5],
    [10, 10, 15],
    [3, 40, 43],
  ] as const) {
    for (const slope of [-1, 0.2, 1, 2.1]) {
      const share = canary / (canary + stable);
      // All possible divisions of the errors among the visits: the hypergeometric distribution.
      const mean = Array.from({ length: errors + 1 }, (_hits, hits) => {
        const probability =
          (choose(canary, hits) * choose(stable, errors - hits)) / choose(canary + stable, errors);
        return probability * Math.exp(evidenceOf(placeBets([slope], { hits, of: errors, share })));
      }).reduce((a, b) => a + b);
      expect(mean, `${canary}, ${stable}, ${errors}, ${slope}`).toBeLessThanOrEqual(1 + 1e-9);
    }
  }
});

test('a share stays within its bounds at all times, and the bounds become narrow', () => {
  const share = 0.03;
  const left = seeds(100).filter((seed) => {
    const random = createRandom(seed);
    let hits = 0;
    for (let of = 1; of <= 3000; of += 1) {
      if (random() < share) hits += 1;
      if (
        of % 20 === 0 &&
        (upperBound(hits, of, 0.05) < share || lowerBound(hits, of, 0.05) > share)
      )
        return true;
    }
    return false;
  });
  expect(left.length).toBeLessThanOrEqual(10);
  expect(upperBound(300, 10_000, 0.025)).toBeLessThan(0.037);
  expect(lowerBound(300, 10_000, 0.025)).toBeGreaterThan(0.024);
  expect([lowerBound(0, 0, 0.05), upperBound(0, 0, 0.05)]).toEqual([0, 1]);
});

test('a canary with errors in 2 % more of its visits is stopped after 600 views, and one whose LCP is 20 % longer after 2,000', () => {
  const stopped = (scenario: typeof worse) =>
    seeds(25).map((seed) => viewsUntilStopped(simulateSpans(scenario, seed)));
  expect(medianOf(stopped(worse))).toBeLessThanOrEqual(600);
  expect(medianOf(stopped(slower))).toBeLessThanOrEqual(2000);
});

test('a canary that is no worse is not stopped, and takes its next step', () => {
  const short = { ...ordinary, maxViews: 20_000 };
  expect(seeds(40).filter((seed) => viewsUntilStopped(simulateSpans(short, seed)) < never)).toEqual(
    [],
  );
  const steps = seeds(5).map((seed) => viewsUntilStep(simulateSpans(ordinary, seed)));
  expect(medianOf(steps)).toBeLessThan(4000);
});

test('a canary that is worse by the margin does not step', () => {
  const margin = { ...ordinary, canary: { ...ordinary.canary, errors: 0.015 }, maxViews: 30_000 };
  expect(seeds(10).filter((seed) => viewsUntilStep(simulateSpans(margin, seed)) < never)).toEqual(
    [],
  );
});

test('an outage that hits both versions stops no canary, even while its share grows', () => {
  const broken = { errors: 0.6, loadFailures: 0.2, lcpMs: 6000 };
  const whole = { ...ordinary, maxViews: 5000 };
  const down = { ...whole, stable: broken, canary: broken };
  for (const seed of seeds(10)) {
    const day = [
      ...simulateSpans({ ...whole, share: 0.01 }, seed),
      ...simulateSpans({ ...whole, share: 0.05 }, seed),
      ...simulateSpans({ ...down, share: 0.05 }, seed),
      ...simulateSpans({ ...down, share: 0.5 }, seed),
    ];
    expect(viewsUntilStopped(day)).toBe(never);
  }
});

test('a shop with a visit a minute sees a bad canary too', () => {
  const quiet = { ...worse, share: 0.25, viewsPerSpan: 1, maxViews: 10_000 };
  expect(
    medianOf(seeds(9).map((seed) => viewsUntilStopped(simulateSpans(quiet, seed)))),
  ).toBeLessThan(1000);
});

test('without visits nothing is said: no fault, no step', () => {
  const watch = createWatch();
  const none: Span = { canary: noOutcomes, stable: noOutcomes };
  watch.add(none);
  expect(watch.fault()).toBeUndefined();
  expect(heldBackBy(total([]))).toBe('visits');
});
