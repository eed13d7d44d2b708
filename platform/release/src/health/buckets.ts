import { lowerBound, upperBound } from './evidence.ts';

/*
 * Histograms of the timings. The upper edge of bucket k is the base times 10^(k/20): each is 12 % above the one before.
 */

/** Upper edge of the first bucket of each vital: in milliseconds for LCP and INP, without a unit for CLS. */
const bases = { lcp: 100, inp: 10, cls: 0.001 };

export type Vital = keyof typeof bases;

const PER_DECADE = 20;
const LAST = 60;

/** Returns the bucket of a value, which has the unit of `bases`. The last bucket has no upper edge. */
export const bucketOf = (vital: Vital, value: number): number =>
  value <= bases[vital]
    ? 0
    : Math.min(LAST, Math.ceil(PER_DECADE * Math.log10(value / bases[vital])));

export const edgeOf = (vital: Vital, bucket: number): number =>
  bases[vital] * 10 ** (bucket / PER_DECADE);

type Counts = Readonly<Record<string, number>>;

/** Returns the number of values in the buckets above `bucket`; -1 counts all values. */
export function slowerThan(vital: Vital, counts: Counts, bucket: number): number {
  let sum = 0;
  for (let above = bucket + 1; above <= LAST; above += 1) sum += counts[`${vital}:${above}`] ?? 0;
  return sum;
}

/** A quantity with its 95 % confidence interval, which is valid however often it is computed anew. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const ALPHA = 0.05;

/** Estimates the share of hits in `of` outcomes; undefined if `of` is 0. */
export const estimateShare = (hits: number, of: number): Estimate | undefined =>
  of === 0
    ? undefined
    : {
        value: hits / of,
        low: lowerBound(hits, of, ALPHA / 2),
        high: upperBound(hits, of, ALPHA / 2),
      };

/**
 * Estimates the p75 of a vital, rounded up to the upper edge of a bucket; undefined without values. The interval spans
 * the edges above which a quarter of all values may lie (Howard and Ramdas, “Sequential estimation of quantiles”,
 * Bernoulli, 2022).
 */
export function estimateP75(vital: Vital, counts: Counts): Estimate | undefined {
  const of = slowerThan(vital, counts, -1);
  if (of === 0) return undefined;
  const buckets = Array.from({ length: LAST + 1 }, (_bucket, bucket) => bucket);
  const first = (isReached: (above: number) => boolean) =>
    edgeOf(vital, buckets.find((bucket) => isReached(slowerThan(vital, counts, bucket))) ?? LAST);
  return {
    value: first((above) => above / of <= 0.25),
    low: first((above) => lowerBound(above, of, ALPHA / 2) <= 0.25),
    high: first((above) => upperBound(above, of, ALPHA / 2) <= 0.25),
  };
}
