import { UsageError } from '../errors.ts';
import { type Estimate, estimateP75, estimateShare } from '../health/buckets.ts';
import {
  createWatch,
  heldBackBy,
  type MeasureName,
  noOutcomes,
  type Span,
  total,
  type Watch,
} from '../health/compare.ts';
import {
  addCounts,
  type Counts,
  type Minute,
  outcomesOf,
  type Pointer,
} from '../health/visit-counts.ts';
import type { MoveRecord, PieceState } from '../release-folder/history.ts';
import { namesIn, type PointerNames } from '../release-folder/piece-pointers.ts';
import { pointersIn, type RegistryDocument } from '../release-folder/registry.ts';

/** Reads a remote's counts by minute, from `sinceMinute` (minutes since 1970) on. */
export type ReadMinutes = (remote: string, sinceMinute: number) => Promise<readonly Minute[]>;

const MINUTE_MS = 60_000;

/** Number of minutes after which every server has counted the visits of a minute. */
const SETTLED_MINUTES = 2;

/** A remote's canary. Times are from the history, in milliseconds since 1970. */
export interface RunningCanary {
  readonly version: string;
  readonly percent: number;
  readonly stable: string;
  /** Time at which `version` became the canary beside this stable version. */
  readonly since: number;
  /** Time at which the canary got its share. */
  readonly steppedAt: number;
}

const countsOf = (minutes: readonly Minute[], pointer: Pointer, version: string): Counts =>
  addCounts(
    minutes
      .filter((each) => each.pointer === pointer && each.version === version)
      .map(({ counts }) => counts),
  );

/** Returns the version and the percentage of a remote's canary; undefined if the remote has none. */
export function canaryIn(document: RegistryDocument, id: string): PointerNames['canary'] {
  const pointers = pointersIn(document, id);
  return pointers && namesIn(pointers).canary;
}

const keyOf = ({ stable, canary }: NonNullable<PieceState>): string =>
  `${stable} ${canary?.version}`;

/**
 * Returns the running canary of a remote; undefined if there is none. Throws a UsageError if the history lacks the
 * canary's start.
 */
export function runningCanary(
  document: RegistryDocument,
  records: readonly MoveRecord[],
  id: string,
): RunningCanary | undefined {
  const pointers = pointersIn(document, id);
  const now = pointers && namesIn(pointers);
  if (!now?.canary) return undefined;
  let [since, steppedAt] = [Number.NaN, Number.NaN];
  for (const { at, pieces } of records) {
    const change = pieces.find(({ name }) => name === id);
    if (!change) continue;
    const isSame = change.to && keyOf(change.to) === keyOf(now);
    const wasSame = change.from && keyOf(change.from) === keyOf(now);
    if (isSame && !wasSame) since = Date.parse(at);
    if (isSame && (!wasSame || change.from?.canary?.percent !== change.to?.canary?.percent))
      steppedAt = Date.parse(at);
  }
  if (Number.isNaN(since + steppedAt)) {
    throw new UsageError(`The history lacks the start of the canary of ${id}: set its share again`);
  }
  return { ...now.canary, stable: now.stable, since, steppedAt };
}

/** Returns the visits of canary and stable in each minute that every server has counted, oldest first. */
function spansOf(
  minutes: readonly Minute[],
  { version, stable }: RunningCanary,
  now: number,
): Map<number, Span> {
  const end = Math.floor(now / MINUTE_MS) - SETTLED_MINUTES;
  const byMinute = new Map<number, Minute[]>();
  for (const each of minutes.toSorted((a, b) => a.minute - b.minute)) {
    if (each.minute < end) byMinute.set(each.minute, [...(byMinute.get(each.minute) ?? []), each]);
  }
  const span = (of: readonly Minute[]): Span => ({
    canary: outcomesOf(countsOf(of, 'canary', version)),
    stable: outcomesOf(countsOf(of, 'stable', stable)),
  });
  return new Map([...byMinute].map(([minute, of]) => [minute, span(of)]));
}

/** Result of comparing a canary with stable. */
export interface Judgement {
  /** Reason to stop the canary; undefined if there is none. */
  readonly fault: ReturnType<Watch['fault']>;
  /**
   * Measure that keeps the canary from its next step; 'visits' if there are too few visits; undefined if nothing does.
   */
  readonly heldBackBy: MeasureName | 'visits' | undefined;
}

/**
 * Returns the first minute that begins after a time. The minute of a change has visits with the old and the new share.
 */
const minuteAfter = (time: number): number => Math.floor(time / MINUTE_MS) + 1;

/**
 * Compares a canary with stable. Outcomes since the canary's start show whether it has a fault; visits since its last
 * step, whether it may take the next step.
 */
export function judge(minutes: readonly Minute[], canary: RunningCanary, now: number): Judgement {
  const spans = spansOf(minutes, canary, now);
  const watch = createWatch();
  let fault: Judgement['fault'];
  for (const [minute, span] of spans) {
    if (fault || minute < minuteAfter(canary.since)) continue;
    watch.add(span);
    fault = watch.fault();
  }
  const sinceStep = [...spans].filter(([minute]) => minute >= minuteAfter(canary.steppedAt));
  return { fault, heldBackBy: heldBackBy(total(sinceStep.map(([, span]) => span))) };
}

/**
 * Experience of the visitors who got one version: shares of visits with errors and with load failures, and the 75th
 * percentile of each Web Vital (`lcp` and `inp` in milliseconds). Undefined without data.
 */
export interface VersionHealth {
  readonly version: string;
  readonly visits: number;
  readonly errors: Estimate | undefined;
  readonly loadFailures: Estimate | undefined;
  readonly lcp: Estimate | undefined;
  readonly inp: Estimate | undefined;
  readonly cls: Estimate | undefined;
}

function describe(minutes: readonly Minute[], pointer: Pointer, version: string): VersionHealth {
  const counts = countsOf(minutes, pointer, version);
  const { views, errors, loadFailures } = counts.views ? outcomesOf(counts) : noOutcomes;
  return {
    version,
    visits: views,
    errors: estimateShare(errors, views),
    loadFailures: estimateShare(loadFailures, views),
    lcp: estimateP75('lcp', counts),
    inp: estimateP75('inp', counts),
    cls: estimateP75('cls', counts),
  };
}

export interface Health {
  readonly name: string;
  readonly stable: VersionHealth;
  readonly canary: (VersionHealth & { readonly percent: number } & Judgement) | undefined;
}

/**
 * Describes how visitors experience a remote: since its canary began, or in the last day if it has none. Throws a
 * UsageError if the remote is not live, or if the history lacks the canary's start.
 */
export async function health(
  {
    document,
    records,
  }: { readonly document: RegistryDocument; readonly records: readonly MoveRecord[] },
  id: string,
  read: ReadMinutes,
  now = Date.now(),
): Promise<Health> {
  const pointers = pointersIn(document, id);
  if (!pointers) throw new UsageError(`${id} is not live`);
  const running = runningCanary(document, records, id);
  const minutes = await read(id, minuteAfter(running?.since ?? now - 1440 * MINUTE_MS));
  return {
    name: id,
    stable: describe(minutes, 'stable', namesIn(pointers).stable),
    canary: running && {
      ...describe(minutes, 'canary', running.version),
      percent: running.percent,
      ...judge(minutes, running, now),
    },
  };
}
