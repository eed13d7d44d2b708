import type { EndpointName } from '@patchwork/api';
import { expect, test } from 'vitest';
import { createFailures } from './failures.ts';

const calls = (count: number, name: EndpointName = 'listProducts') =>
  Array.from({ length: count }, () => name);

function outcomes(names: readonly EndpointName[], seed: number, rate = 0.5) {
  const failures = createFailures();
  return names.map((name) => failures.isNext(name, rate, seed));
}

test('the same seed and calls fail the same way; another seed fails differently', () => {
  const once = outcomes(calls(100), 1);
  expect(outcomes(calls(100), 1)).toEqual(once);
  expect(outcomes(calls(100), 2)).not.toEqual(once);
});

test('calls of other endpoints in between change nothing', () => {
  const alone = outcomes(calls(50), 7);
  const mixed = calls(50).flatMap((name): EndpointName[] => ['getCart', name, 'getCart']);
  expect(outcomes(mixed, 7).filter((_, at) => at % 3 === 1)).toEqual(alone);
});

test('two endpoints do not fail at the same calls', () => {
  expect(outcomes(calls(100, 'getCart'), 7)).not.toEqual(outcomes(calls(100), 7));
});

test('the share of failures is the rate, over calls of one seed and over first calls of many', () => {
  const share = (failed: readonly boolean[]) => failed.filter(Boolean).length / failed.length;
  const third = 1 / 3;
  expect(share(outcomes(calls(5000), 3, third))).toBeCloseTo(1 / 3, 1);
  const firsts = Array.from({ length: 2000 }, (_, seed) => outcomes(calls(1), seed, third));
  expect(share(firsts.flat())).toBeCloseTo(1 / 3, 1);
});

test('a rate of 0 never fails, a rate of 1 always', () => {
  expect(outcomes(calls(200), 5, 0)).not.toContain(true);
  expect(outcomes(calls(200), 5, 1)).not.toContain(false);
});

test('a call that fails at a rate fails at every higher one', () => {
  const low = outcomes(calls(200), 5, 0.2);
  const high = outcomes(calls(200), 5, 0.6);
  expect(low).toContain(true);
  expect(high.filter((_, at) => low[at])).not.toContain(false);
});

test('a restart counts from the first call', () => {
  const failures = createFailures();
  const run = () => calls(30).map((name) => failures.isNext(name, 0.5, 9));
  const once = run();
  expect(run()).not.toEqual(once);
  failures.restart();
  expect(run()).toEqual(once);
});
