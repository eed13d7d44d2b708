import type { ActiveRemotes } from '@patchwork/host';
import type { CallRecord } from '@patchwork/kit/devtools';
import type { Breakdown } from '../../breakdown.ts';
import { isPreload } from '../../file-timings.ts';
import { ownerOf } from '../../owner.ts';

const kinds: Readonly<Record<string, string>> = { js: 'Script', css: 'Style', json: 'JSON' };

/** Script, style sheet or JSON file that the browser fetched. */
export interface FileRecord {
  readonly kind: string;
  readonly url: string;
  /** Remote that the file belongs to; 'shell' for other files on this origin. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly isPreloaded: boolean;
  readonly timing: PerformanceResourceTiming;
}

/** Returns the shop's files among those that the browser fetched. */
export function filesOf(
  timings: readonly PerformanceResourceTiming[],
  active: ActiveRemotes,
): FileRecord[] {
  return timings.flatMap((timing) => {
    const kind = kinds[new URL(timing.name).pathname.split('.').at(-1) ?? ''];
    const owner = ownerOf(timing.name, active);
    if (!kind || !owner) return [];
    const startedAt = performance.timeOrigin + timing.startTime;
    return { kind, url: timing.name, owner, startedAt, isPreloaded: isPreload(timing), timing };
  });
}

/** The load of a remote's module, or the shell's start. */
export interface ModuleRecord {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly breakdown: Breakdown;
}

export const moduleOf = (breakdown: Breakdown): ModuleRecord => ({
  startedAt: performance.timeOrigin + breakdown.startedAt,
  breakdown,
});

export type RequestEntry = CallRecord | FileRecord;
export type TimelineEntry = RequestEntry | ModuleRecord;

export const isFile = (entry: TimelineEntry): entry is FileRecord => 'timing' in entry;
export const isModule = (entry: TimelineEntry): entry is ModuleRecord => 'breakdown' in entry;

/** Returns an entry's duration in milliseconds; undefined while it is pending. */
export const durationOf = (entry: TimelineEntry): number | undefined =>
  isModule(entry)
    ? entry.breakdown.total
    : isFile(entry)
      ? entry.timing.duration
      : entry.outcome?.duration;

/** Maximum gap between two entries on the timeline. Longer gaps are shortened to it. */
const MAX_IDLE_MS = 500;

/** Entry with its start and length on the timeline, each from 0 to 1. */
export interface PlacedEntry<E extends TimelineEntry = TimelineEntry> {
  readonly entry: E;
  readonly start: number;
  readonly length: number;
}

/** Sorts entries by start time and places them on a common timeline. */
export function placeOnTimeline(entries: readonly TimelineEntry[]): readonly PlacedEntry[] {
  const sorted = entries.toSorted((a, b) => a.startedAt - b.startedAt);
  let end = sorted[0]?.startedAt ?? 0;
  let cut = end;
  const placed = sorted.map((entry) => {
    const { startedAt } = entry;
    const length = durationOf(entry) ?? 0;
    cut += Math.max(0, startedAt - end - MAX_IDLE_MS);
    end = Math.max(end, startedAt + length);
    return { entry, start: startedAt - cut, length };
  });
  const total = Math.max(end - cut, 1);
  return placed.map(({ entry, start, length }) => ({
    entry,
    start: start / total,
    length: length / total,
  }));
}

/** Maximum length of a path's end, and length up to which a path is shown in one piece; in characters. */
const MAX_END = 22;
const SHORT_PATH = 26;

/** Returns the end of a long path, which stays readable when the path is cut: its last part, or the end of that. */
export function endOf(path: string): string {
  if (path.length <= SHORT_PATH) return '';
  const slash = path.slice(1).lastIndexOf('/') + 1;
  return path.slice(Math.max(slash, path.length - MAX_END));
}
