import { edgeOf } from '../health/buckets.ts';
import {
  createWatch,
  heldBackBy,
  lcpCuts,
  noOutcomes,
  type Outcomes,
  type Span,
  total,
} from '../health/compare.ts';
import { createRandom } from './random.ts';

/** Error rates and LCP of one version's visits. */
interface Experience {
  /** Share of the visits with an error. */
  readonly errors: number;
  readonly loadFailures: number;
  /** Median of the LCP in milliseconds. */
  readonly lcpMs: number;
}

export interface Scenario {
  readonly stable: Experience;
  readonly canary: Experience;
  /** Share of the visitors who get the canary. */
  readonly share: number;
  /** Standard deviation of the logarithm of the LCP. With 0.6, the p75 is 1.5 times the median. */
  readonly spread: number;
  /** Number of views, of both versions together, after which a run ends. */
  readonly maxViews: number;
  /** Number of views in a span, which stands for a minute. */
  readonly viewsPerSpan: number;
  /** Whether the LCP of the views is known; true by default. */
  readonly isPainted?: boolean;
}

export const ordinary: Scenario = {
  stable: { errors: 0.005, loadFailures: 0.001, lcpMs: 1500 },
  canary: { errors: 0.005, loadFailures: 0.001, lcpMs: 1500 },
  ...{ share: 0.1, spread: 0.6, maxViews: 100_000, viewsPerSpan: 100 },
};

const logCuts = lcpCuts.map((bucket) => Math.log(edgeOf('lcp', bucket)));

type Counts = { -readonly [Field in keyof Outcomes]: Outcomes[Field] } & { slow: number[] };

const emptyCounts = (): Counts => ({ ...noOutcomes, slow: lcpCuts.map(() => 0) });

function visit(
  counts: Counts,
  of: Experience,
  { spread, isPainted = true }: Pick<Scenario, 'spread' | 'isPainted'>,
  random: () => number,
): void {
  counts.views += 1;
  if (random() < of.errors) counts.errors += 1;
  if (random() < of.loadFailures) counts.loadFailures += 1;
  if (!isPainted) return;
  counts.painted += 1;
  // A normal distribution, by Box and Muller.
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const lcp = Math.log(of.lcpMs) + spread * normal;
  for (let cut = 0; lcp > (logCuts[cut] ?? Number.POSITIVE_INFINITY); cut += 1)
    counts.slow[cut] = (counts.slow[cut] ?? 0) + 1;
}

/** Yields the simulated spans of a scenario, one after the other. */
export function* simulateSpans(scenario: Scenario, seed: number): Generator<Span> {
  const { stable, canary, share, maxViews, viewsPerSpan } = scenario;
  const random = createRandom(seed);
  for (let views = 0; views < maxViews; views += viewsPerSpan) {
    const span = { canary: emptyCounts(), stable: emptyCounts() };
    for (let index = 0; index < viewsPerSpan; index += 1) {
      if (random() < share) visit(span.canary, canary, scenario, random);
      else visit(span.stable, stable, scenario, random);
    }
    yield span;
  }
}

/** Returns the canary's views until it is stopped; infinity if it never is. */
export function viewsUntilStopped(spans: Iterable<Span>): number {
  const watch = createWatch();
  let views = 0;
  for (const span of spans) {
    watch.add(span);
    views += span.canary.views;
    if (watch.fault()) return views;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the canary's views until its next step, which is tried every `every` spans; infinity if it never steps. */
export function viewsUntilStep(spans: Iterable<Span>, every = 10): number {
  const seen: Span[] = [];
  for (const span of spans) {
    seen.push(span);
    if (seen.length % every > 0) continue;
    const since = total(seen);
    if (heldBackBy(since) === undefined) return since.canary.views;
  }
  return Number.POSITIVE_INFINITY;
}

export const seeds = (count: number, first = 1): number[] =>
  Array.from({ length: count }, (_seed, index) => first + index);

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
