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
  settingKey,
} from '../health/visit-counts.ts';
import type { MoveRecord, PieceState } from '../release-folder/history.ts';
import { namesIn, type PointerNames } from '../release-folder/piece-pointers.ts';
import { pointersIn, type RegistryDocument, remoteIn } from '../release-folder/registry.ts';
import { valueIn } from './set.ts';

/** Reads a remote's counts by minute, from `sinceMinute` (minutes since 1970) on. */
export type ReadMinutes = (remote: string, sinceMinute: number) => Promise<readonly Minute[]>;

const MINUTE_MS = 60_000;

/** Number of minutes after which every server has counted the visits of a minute. */
const SETTLED_MINUTES = 2;

/**
 * Two sides of which a share of the visitors gets the first: a remote's canary and its stable version, or a setting's
 * value and its default. Times are from the history, in milliseconds since 1970.
 */
export interface Comparison {
  /** Version of the canary, or the setting with its value: 'new-gallery=true'. */
  readonly version: string;
  readonly percent: number;
  /** Stable version; for a setting the same as `version`. */
  readonly stable: string;
  /** The pointers by which the visits of `version` and `stable` are counted. */
  readonly sides: readonly [Pointer, Pointer];
  /** Time at which the comparison began. */
  readonly since: number;
  /** Time at which the first side got its share. */
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

/**
 * Returns when a comparison began and when its share was changed last. `shareIn` returns its share in a state of the
 * remote, undefined if it did not run. Undefined if the history lacks the start.
 */
function timesOf(
  records: readonly MoveRecord[],
  id: string,
  shareIn: (state: NonNullable<PieceState>) => number | undefined,
): Pick<Comparison, 'since' | 'steppedAt'> | undefined {
  let [since, steppedAt] = [Number.NaN, Number.NaN];
  for (const { at, pieces } of records) {
    const change = pieces.find(({ name }) => name === id);
    const [was, is] = [change?.from, change?.to].map((state) => state && shareIn(state));
    if (is === undefined || is === null) continue;
    if (was === undefined || was === null) since = Date.parse(at);
    if (was !== is) steppedAt = Date.parse(at);
  }
  return Number.isNaN(since + steppedAt) ? undefined : { since, steppedAt };
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
): Comparison | undefined {
  const pointers = pointersIn(document, id);
  const now = pointers && namesIn(pointers);
  if (!now?.canary) return undefined;
  const times = timesOf(records, id, (state) =>
    keyOf(state) === keyOf(now) ? state.canary?.percent : undefined,
  );
  if (!times) {
    throw new UsageError(`The history lacks the start of the canary of ${id}: set its share again`);
  }
  return { ...now.canary, stable: now.stable, sides: ['canary', 'stable'], ...times };
}

/**
 * Returns the running comparison of a setting's value with its default; undefined if no value is set. Throws a
 * UsageError if the history lacks the value's start.
 */
export function runningSetting(
  document: RegistryDocument,
  records: readonly MoveRecord[],
  id: string,
  setting: string,
): Comparison | undefined {
  const now = valueIn(remoteIn(document, id), setting);
  if (!now) return undefined;
  const times = timesOf(records, id, ({ values = {} }) => {
    const set = Object.hasOwn(values, setting) ? values[setting] : undefined;
    return set?.value === now.value ? set.percent : undefined;
  });
  if (!times) {
    throw new UsageError(`The history lacks the start of ${setting} of ${id}: set it again`);
  }
  const version = settingKey(setting, now.value);
  return { version, stable: version, percent: now.percent, sides: ['on', 'off'], ...times };
}

/** Returns the visits of both sides in each minute that every server has counted, oldest first. */
function spansOf(
  minutes: readonly Minute[],
  { version, stable, sides: [tried, usual] }: Comparison,
  now: number,
): Map<number, Span> {
  const end = Math.floor(now / MINUTE_MS) - SETTLED_MINUTES;
  const byMinute = new Map<number, Minute[]>();
  for (const each of minutes.toSorted((a, b) => a.minute - b.minute)) {
    if (each.minute < end) byMinute.set(each.minute, [...(byMinute.get(each.minute) ?? []), each]);
  }
  const span = (of: readonly Minute[]): Span => ({
    canary: outcomesOf(countsOf(of, tried, version)),
    stable: outcomesOf(countsOf(of, usual, stable)),
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
  /** Whether a step needs proof about LCP: not if it is unknown of most visits with a setting, whose HTML differs. */
  readonly isLcpJudged: boolean;
}

/**
 * Returns the first minute that begins after a time. The minute of a change has visits with the old and the new share.
 */
const minuteAfter = (time: number): number => Math.floor(time / MINUTE_MS) + 1;

/**
 * Compares a canary with stable, or a value with the default. Outcomes since the start show whether it has a fault;
 * visits since its last step, whether it may take the next step.
 */
export function judge(minutes: readonly Minute[], canary: Comparison, now: number): Judgement {
  const spans = spansOf(minutes, canary, now);
  const watch = createWatch();
  let fault: Judgement['fault'];
  for (const [minute, span] of spans) {
    if (fault || minute < minuteAfter(canary.since)) continue;
    watch.add(span);
    fault = watch.fault();
  }
  const sinceStep = [...spans].filter(([minute]) => minute >= minuteAfter(canary.steppedAt));
  const whole = total(sinceStep.map(([, span]) => span));
  const isLcpJudged =
    canary.sides[0] === 'canary' || whole.canary.painted * 2 >= whole.canary.views;
  return { fault, heldBackBy: heldBackBy(whole, isLcpJudged), isLcpJudged };
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

type Judged = VersionHealth & { readonly percent: number } & Judgement;

export interface Health {
  readonly name: string;
  readonly stable: VersionHealth;
  readonly canary: Judged | undefined;
  /** Settings with a value for a share of the visitors: those with the value beside those with the default. */
  readonly settings: readonly { readonly on: Judged; readonly off: VersionHealth }[];
}

/**
 * Describes how visitors experience a remote: since its canary began, or in the last day if it has none; and each of
 * its settings, since its value was set. Throws a UsageError if the remote is not live, or if the history lacks a start.
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
  const judged = (compared: Comparison, of: readonly Minute[]): Judged => ({
    ...describe(of, compared.sides[0], compared.version),
    percent: compared.percent,
    ...judge(of, compared, now),
  });
  const shares = Object.entries(pointers.values ?? {}).filter(([, { percent }]) => percent < 100);
  const settings = shares.map(async ([setting]) => {
    const compared = runningSetting(document, records, id, setting);
    if (!compared) return [];
    const own = await read(id, minuteAfter(compared.since));
    return [{ on: judged(compared, own), off: describe(own, 'off', compared.version) }];
  });
  return {
    name: id,
    stable: describe(minutes, 'stable', namesIn(pointers).stable),
    canary: running && judged(running, minutes),
    settings: (await Promise.all(settings)).flat(),
  };
}
