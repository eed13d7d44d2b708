import { type Bets, evidenceOf, lowerBound, placeBets, upperBound } from './evidence.ts';

/** LCP buckets above which a visit counts as slow. Their upper edges are 501, 794, 1259, 1778, 2512 and 3981 ms. */
export const lcpCuts = [14, 18, 22, 25, 28, 32];

/** What came of the visits that got one version of a remote, counted. */
export interface Outcomes {
  readonly views: number;
  /** Outcomes with at least one error. */
  readonly errors: number;
  /** Outcomes in which the version could not be loaded. */
  readonly loadFailures: number;
  /** Outcomes with a measured LCP. */
  readonly painted: number;
  /** Number of visits whose LCP was above the cut, for each of `lcpCuts`; an empty list counts none. */
  readonly slow: readonly number[];
}

/** Outcomes of both versions in the same span of time. */
export interface Span {
  readonly canary: Outcomes;
  readonly stable: Outcomes;
}

export type MeasureName = 'errors' | 'loadFailures' | 'lcp';

/** A share of the visits that is smaller for a better version. */
interface Measure {
  readonly name: MeasureName;
  readonly hits: (outcomes: Outcomes) => number;
  readonly of: (outcomes: Outcomes) => number;
  /** Maximum by which a canary's share may exceed stable's and count as not worse: 0.01 is a percentage point. */
  readonly margin: number;
}

const measures: readonly Measure[] = [
  { name: 'errors', hits: ({ errors }) => errors, of: ({ views }) => views, margin: 0.01 },
  {
    name: 'loadFailures',
    hits: ({ loadFailures }) => loadFailures,
    of: ({ views }) => views,
    margin: 0.01,
  },
  ...lcpCuts.map(
    (_cut, index): Measure => ({
      name: 'lcp',
      hits: ({ slow }) => slow[index] ?? 0,
      of: ({ painted }) => painted,
      margin: 0.05,
    }),
  ),
];

/** Maximum probability that a canary is ever stopped although it is no worse, for each kind of measure. */
const STOP_ALPHA: Readonly<Record<MeasureName, number>> = {
  errors: 0.005,
  loadFailures: 0.0025,
  lcp: 0.0025,
};

/** Slopes of the bets. They suit measures that are from 1.2 to 8 times as large for the canary as for stable. */
const slopes = [0.2, 0.35, 0.6, 1, 1.5, 2.1];

/**
 * Minimum number of visits of each version in a tested span; spans with fewer are joined. A span in which all visits
 * got the same version would say nothing about the other.
 */
const MIN_VIEWS = 10;

const sum = (a: Outcomes, b: Outcomes): Outcomes => ({
  views: a.views + b.views,
  errors: a.errors + b.errors,
  loadFailures: a.loadFailures + b.loadFailures,
  painted: a.painted + b.painted,
  slow: lcpCuts.map((_cut, index) => (a.slow[index] ?? 0) + (b.slow[index] ?? 0)),
});

export const noOutcomes: Outcomes = { views: 0, errors: 0, loadFailures: 0, painted: 0, slow: [] };

const join = (a: Span, b: Span): Span => ({
  canary: sum(a.canary, b.canary),
  stable: sum(a.stable, b.stable),
});

const nothing: Span = { canary: noOutcomes, stable: noOutcomes };

export const total = (spans: readonly Span[]): Span => spans.reduce(join, nothing);

/** A measure in which the canary is worse. */
interface Fault {
  readonly name: MeasureName;
  readonly evidence: number;
}

export interface Watch {
  readonly add: (span: Span) => void;
  /** Returns the fault for which the canary must be stopped; undefined if there is none yet. */
  readonly fault: () => Fault | undefined;
}

/**
 * Creates a test that compares a canary with stable as the visits arrive. If there is no difference, a visit with an
 * error belongs to the canary as often as any other visit of the same span. The canary's number of errors then has a
 * hypergeometric distribution, on which bets gain at most as much as on independent draws (Hoeffding, 1963). So the
 * test needs to know neither the canary's share nor the errors that all visitors get, for example while an API is down.
 * The evidence about LCP is the mean of the evidence at all cuts.
 */
export function createWatch(): Watch {
  let open = nothing;
  let bets: readonly Bets[] = measures.map(() => slopes.map(() => 0));

  function close(): void {
    const { canary, stable } = open;
    open = nothing;
    bets = measures.map(({ hits, of }, index) => {
      const [ofCanary, ofBoth] = [of(canary), of(canary) + of(stable)];
      const before = bets[index] ?? [];
      if (ofBoth === 0) return before;
      const [hit, outcomes] = [hits(canary), hits(canary) + hits(stable)];
      return placeBets(slopes, { hits: hit, of: outcomes, share: ofCanary / ofBoth }, before);
    });
  }

  function evidence(name: MeasureName): number {
    return evidenceOf(bets.filter((_bets, index) => measures[index]?.name === name).flat());
  }

  return {
    add(span) {
      open = join(open, span);
      if (open.canary.views >= MIN_VIEWS && open.stable.views >= MIN_VIEWS) close();
    },
    fault() {
      for (const name of ['errors', 'loadFailures', 'lcp'] as const) {
        const found = evidence(name);
        if (found >= -Math.log(STOP_ALPHA[name])) return { name, evidence: found };
      }
      return undefined;
    },
  };
}

/** Maximum probability that a canary takes a step although it is worse by the margin. */
const STEP_ALPHA = 0.05;

/** Minimum number of the canary's visits, with a measured LCP if that is judged, before a step. */
const MIN_STEP_VISITS = 100;

/** Returns the largest excess of the canary over stable that the visits allow, divided by the measure's margin. */
function excessOf({ hits, of, margin }: Measure, { canary, stable }: Span): number {
  const most = upperBound(hits(canary), of(canary), STEP_ALPHA / 2);
  const least = lowerBound(hits(stable), of(stable), STEP_ALPHA / 2);
  return (most - least) / margin;
}

/**
 * Returns the measure in which a canary may still be worse by the margin, so that it can't take its next step; 'visits'
 * if there are too few to tell; undefined if nothing prevents the step.
 */
export function heldBackBy(since: Span, isLcpJudged = true): MeasureName | 'visits' | undefined {
  const { views, painted } = since.canary;
  if ((isLcpJudged ? painted : views) < MIN_STEP_VISITS) return 'visits';
  const judged = measures.filter(({ name }) => isLcpJudged || name !== 'lcp');
  return judged.find((measure) => excessOf(measure, since) > 1)?.name;
}
