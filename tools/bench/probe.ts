import type { MeasuredPage } from './pages.ts';

interface Observed {
  readable?: number;
  usable?: number;
  largestPaint: number;
  layoutShift: number;
}

declare global {
  interface Window {
    benchObserved: Observed;
  }
}

/** Runs in the page before its own scripts. It looks once a frame, and stops when all is there. */
export function observe({ readable, usable }: Pick<MeasuredPage, 'readable' | 'usable'>): void {
  const observed: Observed = { largestPaint: 0, layoutShift: 0 };
  window.benchObserved = observed;

  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  function isInSight(selector: string): boolean {
    const element = find(selector);
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return false;
    if (element instanceof HTMLImageElement && !element.complete) return false;
    return element.getBoundingClientRect().height > 0;
  }
  /** React stores an element's handlers in a property of it. */
  const isAlive = (selector: string) =>
    Object.keys(find(selector) ?? {}).some((key) => key.startsWith('__reactProps$'));

  function look(): void {
    const isReadable = observed.readable === undefined && readable.every(isInSight);
    const isUsable =
      observed.usable === undefined && usable.every(isAlive) && usable.every(isInSight);
    // What is there in this frame is painted when the frame ends.
    if (isReadable) setTimeout(() => (observed.readable ??= performance.now()));
    if (isUsable) setTimeout(() => (observed.usable ??= performance.now()));
    if (observed.usable === undefined || observed.readable === undefined) {
      requestAnimationFrame(look);
    }
  }
  requestAnimationFrame(look);

  const watch = (type: string, read: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    observed.largestPaint = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry &
      Record<'value', number> & {
        hadRecentInput: boolean;
      };
    if (!hadRecentInput) observed.layoutShift += value;
  });
}

/**
 * What the browser has seen of one load; runs in the page once it is quiet. Milliseconds since the navigation
 * began; bytes as sent.
 */
export function readLoad() {
  const { readable = 0, usable = 0, largestPaint, layoutShift } = window.benchObserved;
  const all = [
    ...(performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]),
    ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
  ].filter(({ name, transferSize }) => name.startsWith(location.origin) && transferSize > 0);
  const scripts = all.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  const sum = (entries: readonly PerformanceResourceTiming[]) =>
    entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  const byEnd = all
    .filter(({ responseEnd }) => responseEnd <= usable)
    .sort((a, b) => a.responseEnd - b.responseEnd);
  const depths: number[] = [];
  for (const { startTime } of byEnd) {
    const earlier = depths.filter((_, index) => (byEnd[index]?.responseEnd ?? 0) <= startTime);
    depths.push(1 + Math.max(0, ...earlier));
  }
  return {
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    readable,
    usable,
    largestPaint,
    layoutShift,
    scriptBytesUntilUsable: sum(scripts.filter(({ responseEnd }) => responseEnd <= usable)),
    scriptBytes: sum(scripts),
    bytes: sum(all),
    htmlBytes: sum(all.filter(({ entryType }) => entryType === 'navigation')),
    files: all.map(({ name, encodedBodySize }) => ({
      path: new URL(name).pathname,
      bytes: encodedBodySize,
    })),
    requests: all.length,
    /** The length of the longest chain of requests until usable, each sent after the one before it ended. */
    depth: Math.max(0, ...depths),
  };
}

export type Load = ReturnType<typeof readLoad>;
