import type { EndpointName } from '@patchwork/api';
import { expect, test } from 'vitest';
import type { Failure, MockSettings } from './control.ts';
import { createFailures } from './failures.ts';

const half: Failure = { rate: 0.5, as: 500 };

const settings = (seed: number, failure = half): MockSettings => ({
  delay: 0,
  seed,
  failures: { listProducts: failure, getCart: failure },
});

const calls = (count: number, name: EndpointName = 'listProducts') =>
  Array.from({ length: count }, () => name);

function outcomes(names: readonly EndpointName[], settings: MockSettings) {
  const failures = createFailures();
  return names.map((name) => failures.next(name, settings) !== undefined);
}

test('the same seed and calls fail the same way; another seed fails differently', () => {
  const once = outcomes(calls(100), settings(1));
  expect(outcomes(calls(100), settings(1))).toEqual(once);
  expect(outcomes(calls(100), settings(2))).not.toEqual(once);
});

test('calls of other endpoints in between change nothing', () => {
  const alone = outcomes(calls(50), settings(7));
  const mixed = calls(50).flatMap((name): EndpointName[] => ['getCart', name, 'getCart']);
  expect(outcomes(mixed, settings(7)).filter((_, at) => at % 3 === 1)).toEqual(alone);
});

test('two endpoints do not fail at the same calls', () => {
  expect(outcomes(calls(100, 'getCart'), settings(7))).not.toEqual(
    outcomes(calls(100), settings(7)),
  );
});

test('the share of failures is the rate, over calls of one seed and over first calls of many', () => {
  const share = (failed: readonly boolean[]) => failed.filter(Boolean).length / failed.length;
  const third = { rate: 1 / 3, as: 'network' } as const;
  expect(share(outcomes(calls(5000), settings(3, third)))).toBeCloseTo(1 / 3, 1);
  const firsts = Array.from({ length: 2000 }, (_, seed) =>
    outcomes(calls(1), settings(seed, third)),
  );
  expect(share(firsts.flat())).toBeCloseTo(1 / 3, 1);
});

test('a rate of 0 never fails, a rate of 1 always', () => {
  expect(outcomes(calls(200), settings(5, { rate: 0, as: 500 }))).not.toContain(true);
  expect(outcomes(calls(200), settings(5, { rate: 1, as: 500 }))).not.toContain(false);
});

test('a call that fails at a rate fails at every higher one', () => {
  const low = outcomes(calls(200), settings(5, { rate: 0.2, as: 500 }));
  const high = outcomes(calls(200), settings(5, { rate: 0.6, as: 500 }));
  expect(low).toContain(true);
  expect(high.filter((_, at) => low[at])).not.toContain(false);
});

test('a restart counts from the first call', () => {
  const failures = createFailures();
  const run = () => calls(30).map((name) => failures.next(name, settings(9)) !== undefined);
  const once = run();
  expect(run()).not.toEqual(once);
  failures.restart();
  expect(run()).toEqual(once);
});
