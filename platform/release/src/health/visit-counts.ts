import { createHmac, randomBytes } from 'node:crypto';
import type { Registry, SettingValue } from '@patchwork/host';
import * as v from 'valibot';
import { bucketOf, slowerThan } from './buckets.ts';
import { lcpCuts, type Outcomes } from './compare.ts';

const name = v.pipe(v.string(), v.maxLength(200));
const amount = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e7)));
const version = { id: name, version: name };

const comparedSetting = v.object({
  ...{ id: name, name, isOn: v.boolean() },
  value: v.union([v.boolean(), v.number(), name]),
  /** Whether the page's HTML depends on it: the visitors of one side then get no HTML that is painted at once. */
  isInHtml: v.boolean(),
});

/** Schema of a page's report about a visit: see docs/configuration.md. */
export const visitSchema = v.object({
  event: v.literal('visit'),
  used: v.pipe(v.array(v.object(version)), v.maxLength(100)),
  faults: v.pipe(v.array(v.object({ ...version, cause: v.optional(name) })), v.maxLength(1000)),
  page: v.optional(name),
  ...{ lcp: amount, inp: amount, cls: amount },
  frames: v.optional(v.record(name, v.number()), {}),
  /** Settings that are being compared, and whether this visitor has the value that is set. */
  settings: v.optional(v.pipe(v.array(comparedSetting), v.maxLength(100)), []),
});

export type VisitReport = v.InferOutput<typeof visitSchema>;

/**
 * Numbers of visits by name: views, errors, loadFailures, fallbacks, longFrames, and one for each bucket of LCP, INP
 * and CLS: 'lcp:22' counts the visits whose LCP is in bucket 22. Counts of several servers add up.
 */
export type Counts = Readonly<Record<string, number>>;

/** What is compared: the versions of a remote, or visitors with and without the value of a setting. */
export type Pointer = 'stable' | 'canary' | 'on' | 'off';

/** Name of a setting's value, where a version's name stands for a canary: 'new-gallery=true'. */
export const settingKey = (name: string, value: SettingValue): string =>
  `${name}=${JSON.stringify(value)}`;

const countsSchema = v.record(v.string(), v.number());

/** Schema of a server's response at '/visits.json'. */
export const minutesSchema = v.object({
  format: v.literal(1),
  /** Identifies the database with the minutes. Servers with the same database return the same minutes. */
  database: v.optional(v.string()),
  minutes: v.array(
    v.object({
      minute: v.number(),
      ...{ remote: v.string(), version: v.string(), counts: countsSchema },
      pointer: v.picklist(['stable', 'canary', 'on', 'off']),
    }),
  ),
});

/** Counts of one version in one minute. */
export interface Minute {
  /** Minutes since 1970. */
  readonly minute: number;
  readonly remote: string;
  readonly version: string;
  readonly pointer: Pointer;
  readonly counts: Counts;
}

const MINUTES_PER_DAY = 1440;

/** Minutes for which a store keeps counts: a week. */
export const KEPT_MINUTES = 7 * MINUTES_PER_DAY;

export interface VisitStore {
  /** Adds to the counts of a version in a minute, without waiting. */
  readonly add: (minute: Minute) => void;
  readonly read: (
    remote: string,
    sinceMinute: number,
  ) => readonly Minute[] | Promise<readonly Minute[]>;
  /** Returns a text that is equal on all servers with the same database; absent for a store in memory. */
  readonly identify?: () => Promise<string>;
}

interface MemoryStore extends VisitStore {
  readonly read: (remote: string, sinceMinute: number) => readonly Minute[];
}

/** Creates a store in memory. It has the counts of this process only, until the process ends. */
export function keepInMemory(): MemoryStore {
  const minutes = new Map<string, Minute>();
  return {
    add(added) {
      const { minute, remote, version, pointer, counts } = added;
      const key = `${minute} ${remote} ${version} ${pointer}`;
      const known = minutes.get(key)?.counts ?? {};
      minutes.set(key, { ...added, counts: addCounts([known, counts]) });
      for (const [key, old] of minutes) {
        if (old.minute > minute - KEPT_MINUTES) return;
        minutes.delete(key);
      }
    },
    read: (remote, since) =>
      [...minutes.values()].filter((each) => each.remote === remote && each.minute >= since),
  };
}

/**
 * Size of the Bloom filter that contains a day's pairs of address and version, in bytes; a power of two. After ten
 * million pairs, 1 of 200 further visits is mistaken for a known one, for a canary as often as for stable.
 */
const REMEMBERED_BYTES = 2 ** 24;

/** Returns the pointer through which visitors get a version; undefined if none does. */
function pointerOf({ remotes }: Registry, id: string, version: string): Pointer | undefined {
  const remote = remotes.find((each) => each.id === id);
  if (remote?.canary?.release.version === version) return 'canary';
  return remote?.stable.version === version ? 'stable' : undefined;
}

/**
 * Returns a function that says whether an address reports a version for the first time on a day, so that neither a
 * forger nor a browser that always fails is counted more than once a day. Only some bits of keyed digests are stored,
 * and there is a new key each day.
 */
function limitByAddress(): (day: number, address: string, version: string) => boolean {
  let [today, key] = [0, randomBytes(16)];
  const known = new Uint8Array(REMEMBERED_BYTES);
  return (day, address, version) => {
    if (day !== today) {
      [today, key] = [day, randomBytes(16)];
      known.fill(0);
    }
    const digest = createHmac('sha256', key).update(`${address} ${version}`).digest();
    let isFirst = false;
    for (const start of [0, 4, 8, 12]) {
      const bit = digest.readUInt32LE(start) % (8 * REMEMBERED_BYTES);
      const [byte, mask] = [bit >>> 3, 1 << (bit & 7)];
      const before = known[byte] ?? 0;
      if ((before & mask) === 0) isFirst = true;
      known[byte] = before | mask;
    }
    return isFirst;
  };
}

/** `version`: the version whose faults count; undefined for those of each version. */
function* countedOf(
  report: VisitReport,
  id: string,
  version: string | undefined,
  isPainted = true,
): Generator<string> {
  yield 'views';
  const causes = report.faults
    .filter((fault) => fault.id === id && (version === undefined || fault.version === version))
    .map(({ cause }) => cause);
  if (causes.includes('load')) yield 'loadFailures';
  if (causes.some((cause) => cause !== 'load')) yield 'errors';
  if (causes.includes('crash') || causes.includes('hang')) yield 'fallbacks';
  if ((report.frames[id] ?? 0) > 0) yield 'longFrames';
  if (report.page !== id || !isPainted) return;
  for (const vital of ['lcp', 'inp', 'cls'] as const) {
    const value = report[vital];
    if (value !== undefined) yield `${vital}:${bucketOf(vital, value)}`;
  }
}

/** Counts to which a report has added 1, for one version. */
interface Counted {
  readonly labels: { readonly remote: string; readonly version: string; readonly pointer: Pointer };
  readonly names: readonly string[];
}

/** Counts a report. Returns what was counted, by version. */
type CountVisit = (report: VisitReport, address: string, registry: Registry) => readonly Counted[];

/** Yields what a report says of the settings whose values are being compared. */
function* comparedIn({ used, settings }: VisitReport, { remotes }: Registry) {
  for (const { id, name, value, isOn, isInHtml } of settings) {
    const values = remotes.find((each) => each.id === id)?.values ?? {};
    const set = Object.hasOwn(values, name) ? values[name] : undefined;
    // A page from a cache may have had another value.
    if (set?.value !== value || set.percent === 100) continue;
    if (!used.some((each) => each.id === id)) continue;
    const pointer = isOn ? ('on' as const) : ('off' as const);
    yield { labels: { remote: id, version: settingKey(name, value), pointer }, isInHtml };
  }
}

/** Returns a function that counts visits by minute and version, and by the values of settings. */
export function createVisitCounts(store: VisitStore, now: () => number = Date.now): CountVisit {
  const isFirst = limitByAddress();
  return (report, address, registry) => {
    const minute = Math.floor(now() / 60_000);
    const versions = new Map(
      [...report.used, ...report.faults].map(({ id, version }) => [
        `${id} ${version}`,
        { id, version },
      ]),
    );
    const day = Math.floor(minute / MINUTES_PER_DAY);
    function count(key: string, labels: Counted['labels'], names: Iterable<string>): Counted[] {
      if (!isFirst(day, address, key)) return [];
      const counted = [...names];
      store.add({ minute, ...labels, counts: addCounts(counted.map((each) => ({ [each]: 1 }))) });
      return [{ labels, names: counted }];
    }
    const ofVersions = [...versions].flatMap(([key, { id: remote, version }]) => {
      const pointer = pointerOf(registry, remote, version);
      if (!pointer) return [];
      return count(key, { remote, version, pointer }, countedOf(report, remote, version));
    });
    const ofSettings = [...comparedIn(report, registry)].flatMap(({ labels, isInHtml }) => {
      const { remote, version, pointer } = labels;
      const names = countedOf(report, remote, undefined, !isInHtml);
      return count(`${remote} ${version} ${pointer}`, labels, names);
    });
    return [...ofVersions, ...ofSettings];
  };
}

export function addCounts(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [key, count] of Object.entries(counts)) sums[key] = (sums[key] ?? 0) + count;
  return sums;
}

/** Returns the counts by which a canary is compared with stable. */
export function outcomesOf(counts: Counts): Outcomes {
  const { views = 0, errors = 0, loadFailures = 0 } = counts;
  const slow = lcpCuts.map((cut) => slowerThan('lcp', counts, cut));
  return { views, errors, loadFailures, painted: slowerThan('lcp', counts, -1), slow };
}
