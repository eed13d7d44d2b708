/*
 * Evidence against a hypothesis about the share of 0/1 outcomes. It is valid at any time, however often it is looked
 * at. For a slope s, each of n outcomes with a mean of at most p multiplies a bet by exp(s · outcome) / (1 + p ·
 * (exp(s) - 1)), which does not grow on average: the product is a test supermartingale, and so is the mean over several
 * slopes. By Ville's inequality (1939), it ever exceeds 1/alpha with a probability of alpha at most. Bets: Waudby-Smith
 * and Ramdas, “Estimating means of bounded random variables by betting” (JRSS B, 2024); mixtures and intervals: Howard,
 * Ramdas, McAuliffe and Sekhon, “Time-uniform, nonparametric, nonasymptotic confidence sequences” (Annals of
 * Statistics, 2021).
 */

/** Logarithms of the bets, one for each slope. */
export type Bets = readonly number[];

/**
 * Returns the bets after `of` further outcomes, `hits` of which are 1; `before` has the bets so far. Under the
 * hypothesis, the outcomes have the mean `share`.
 */
export function placeBets(
  slopes: readonly number[],
  { hits, of, share }: { readonly hits: number; readonly of: number; readonly share: number },
  before?: Bets,
): Bets {
  return slopes.map(
    (slope, index) =>
      (before?.[index] ?? 0) + slope * hits - of * Math.log1p(share * Math.expm1(slope)),
  );
}

/** Returns the evidence: the natural logarithm of the mean of several bets. */
export function evidenceOf(bets: Bets): number {
  const largest = Math.max(...bets);
  const sum = bets.reduce((total, bet) => total + Math.exp(bet - largest), 0);
  return largest + Math.log(sum / bets.length);
}

/** Slopes for intervals: the best one is about the interval's half width divided by the variance. */
const intervalSlopes = [-4, -2, -1, -1 / 2, -1 / 4, -1 / 8, -1 / 16, -1 / 32, -1 / 64, -1 / 128];

/** Number of halvings of a bound's range, after which the bound is accurate to a millionth. */
const HALVINGS = 20;

/**
 * Returns an upper bound of a share; 1 without outcomes. The probability that it is ever below the true share is at
 * most `alpha`; if the share changes, this is true of its running mean.
 */
export function upperBound(hits: number, of: number, alpha: number): number {
  let [low, high] = [of === 0 ? 0 : hits / of, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const share = (low + high) / 2;
    const isRefuted =
      evidenceOf(placeBets(intervalSlopes, { hits, of, share })) >= -Math.log(alpha);
    if (isRefuted) high = share;
    else low = share;
  }
  return high;
}

/** Returns a lower bound of a share, with a guarantee like that of upperBound; 0 without outcomes. */
export const lowerBound = (hits: number, of: number, alpha: number): number =>
  1 - upperBound(of - hits, of, alpha);
