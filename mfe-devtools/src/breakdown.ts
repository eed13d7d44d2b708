import type { ActiveRemote } from '@patchwork/host';
import { folderOf } from '@patchwork/host/browser';
import type { LoadRecord, StepRecord } from '@patchwork/host/devtools';
import { isPreload } from './file-timings.ts';
import { counted, describeDuration } from './measure.ts';

type FileTiming = Pick<
  PerformanceResourceTiming,
  'name' | 'initiatorType' | 'startTime' | 'responseEnd'
>;

/** Parts of a load's time, in the order in which they are shown. */
const partNames = {
  delay: 'Simulated delay',
  wait: 'Wait',
  download: 'Download',
  shared: 'Shared packages',
  evaluate: 'Evaluate',
  render: 'First render',
} as const;
export type Part = keyof typeof partNames;

/** Where the time of a module went. The parts add up to the total; none is counted twice. */
export interface Breakdown {
  /** Remote's id, or 'shell'. */
  readonly owner: string;
  readonly module: string;
  /** Milliseconds since the page's time origin. */
  readonly startedAt: number;
  /** Milliseconds from the start of the load to the first render. */
  readonly total: number;
  readonly parts: Readonly<Record<Part, number>>;
  /** What the browser fetched for it; `duration` in milliseconds, also before the load began. */
  readonly files: { readonly count: number; readonly preloaded: number; readonly duration: number };
}

interface Span {
  readonly startedAt: number;
  readonly endedAt: number;
}

const spanOf = ({ startTime, responseEnd }: FileTiming): Span => ({
  startedAt: startTime,
  endedAt: responseEnd,
});

const covers = (spans: readonly Span[], from: number, to: number): boolean =>
  spans.some(({ startedAt, endedAt }) => startedAt <= from && endedAt >= to);

/**
 * Divides a period among kinds of spans. A moment that several kinds cover belongs to the first of them; one that none
 * covers belongs to `rest`.
 */
function divide(
  { startedAt, endedAt }: Span,
  kinds: readonly (readonly [Part, readonly Span[]])[],
  rest: Part,
): Record<Part, number> {
  const parts = { delay: 0, wait: 0, download: 0, shared: 0, evaluate: 0, render: 0 };
  const edges = kinds
    .flatMap(([, spans]) => spans)
    .flatMap((span) => [span.startedAt, span.endedAt]);
  const cuts = [startedAt, ...edges, endedAt]
    .filter((cut) => cut >= startedAt && cut <= endedAt)
    .sort((one, other) => one - other);
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[index + 1] ?? from;
    const kind = kinds.find(([, spans]) => covers(spans, from, to))?.[0] ?? rest;
    parts[kind] += to - from;
  }
  return parts;
}

/** Returns how long at least one of the spans lasted. */
function unionOf(spans: readonly Span[]): number {
  const startedAt = Math.min(...spans.map((span) => span.startedAt));
  const endedAt = Math.max(...spans.map((span) => span.endedAt));
  return spans.length === 0
    ? 0
    : divide({ startedAt, endedAt }, [['download', spans]], 'wait').download;
}

const filesOf = (timings: readonly FileTiming[]): Breakdown['files'] => ({
  count: timings.length,
  preloaded: timings.filter(isPreload).length,
  duration: unionOf(timings.map(spanOf)),
});

/** Returns a module's files: those fetched while it loaded, and its own that were there before. */
function filesOfLoad(
  { module, startedAt, endedAt = startedAt }: LoadRecord,
  { entry, files }: ActiveRemote,
  timings: readonly FileTiming[],
): FileTiming[] {
  const folder = folderOf(entry);
  const own = new Set([
    new URL(entry, location.href).href,
    ...(files[module] ?? []).map((file) => folder + file),
  ]);
  return timings.filter(({ name, startTime, responseEnd }) => {
    if (!name.startsWith(folder) || startTime >= endedAt) return false;
    return responseEnd > startedAt || own.has(name);
  });
}

/** Returns where the time of a finished load went; undefined while it is loading. */
export function breakdownOf(
  load: LoadRecord,
  remote: ActiveRemote,
  steps: readonly StepRecord[],
  timings: readonly FileTiming[],
): Breakdown | undefined {
  const { remoteId, module, startedAt, endedAt } = load;
  if (endedAt === undefined) return undefined;
  const own = steps.filter(
    (step) => step.remoteId === remoteId && (step.module ?? module) === module,
  );
  const spansOf = (kind: StepRecord['kind']) => own.filter((step) => step.kind === kind);
  const files = filesOfLoad(load, remote, timings);
  const parts = divide(
    { startedAt, endedAt },
    [
      ['delay', spansOf('delay')],
      ['evaluate', spansOf('evaluate')],
      ['download', files.map(spanOf)],
      ['shared', spansOf('shared')],
    ],
    'wait',
  );
  const shown = own.find((step) => step.kind === 'render' && step.startedAt >= endedAt);
  const render = shown ? shown.endedAt - shown.startedAt : 0;
  return {
    ...{ owner: remoteId, module, startedAt, total: endedAt - startedAt + render },
    parts: { ...parts, render },
    files: filesOf(files),
  };
}

/**
 * Returns where the time of the shell went, from the page's request until it began to load the first remote, or until
 * the first paint if that is later. Undefined until then, or if the browser doesn't know.
 */
export function breakdownOfShell(
  loads: readonly LoadRecord[],
  isShellFile: (timing: FileTiming) => boolean,
  timings: readonly FileTiming[],
): Breakdown | undefined {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!page || loads.length === 0) return undefined;
  const endedAt = Math.min(...loads.map(({ startedAt }) => startedAt));
  const files = timings.filter((timing) => isShellFile(timing) && timing.startTime < endedAt);
  const answered = { startedAt: page.responseStart, endedAt: page.responseEnd };
  const parts = divide(
    { startedAt: 0, endedAt },
    [
      ['download', [answered, ...files.map(spanOf)]],
      ['wait', [{ startedAt: 0, endedAt: page.responseStart }]],
    ],
    'evaluate',
  );
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const render = Math.max(0, paint - endedAt);
  return {
    ...{ owner: 'shell', module: 'start', startedAt: 0, total: endedAt + render },
    parts: { ...parts, render },
    files: filesOf(files),
  };
}

/** Describes a module's files: '3 files in 36 ms, 2 preloaded'. */
export function describeFiles({ count, preloaded, duration }: Breakdown['files']): string {
  if (count === 0) return 'no file';
  const text = `${counted(count, 'file', 'files')} in ${describeDuration(duration)}`;
  if (preloaded === 0) return text;
  return `${text}, ${preloaded === count ? 'preloaded' : `${preloaded} preloaded`}`;
}

/** Lists the parts with their times, a simulated delay only if there was one. */
export const partsOf = ({ parts }: Breakdown): (readonly [name: string, time: string, Part])[] =>
  (Object.keys(partNames) as Part[])
    .filter((part) => part !== 'delay' || parts.delay > 0)
    .map((part) => [partNames[part], describeDuration(parts[part]), part] as const);

/** Describes a breakdown in one line: 'Wait 4 ms, Download 36 ms (3 files in 36 ms), …'. */
export const describeBreakdown = (breakdown: Breakdown): string =>
  partsOf(breakdown)
    .map(([name, time, part]) => {
      const files = part === 'download' ? ` (${describeFiles(breakdown.files)})` : '';
      return `${name} ${time}${files}`;
    })
    .join(', ');
