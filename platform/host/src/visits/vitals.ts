import { type MetricType, onCLS, onINP, onLCP } from 'web-vitals';
import { folderOf } from '../browser.ts';
import { type ActiveRemote, matchRoute } from '../index.ts';

interface LongFrame extends PerformanceEntry {
  readonly scripts: readonly { readonly sourceURL: string; readonly duration: number }[];
}

/**
 * Observes the page's timings, including those before the call. Returns a function that reads the latest ones: LCP and
 * INP in milliseconds, CLS, the remote of the page that was opened, and, for each remote, the number of long animation
 * frames in which its script ran longest.
 */
export function observeVitals(): (used: readonly ActiveRemote[]) => object {
  const vitals: Record<string, number> = {};
  const scripts: string[] = [];
  const keep = ({ name, value }: MetricType) => {
    vitals[name.toLowerCase()] = Math.round(value * 1000) / 1000;
  };
  for (const observe of [onLCP, onINP, onCLS]) observe(keep, { reportAllChanges: true });
  if (PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) {
    new PerformanceObserver((list) => {
      for (const frame of list.getEntries() as LongFrame[]) {
        const [longest] = frame.scripts.toSorted((a, b) => b.duration - a.duration);
        if (longest) scripts.push(longest.sourceURL);
      }
    }).observe({ type: 'long-animation-frame', buffered: true });
  }
  return (used) => {
    const frames = used.map(
      ({ id, entry }) =>
        [id, scripts.filter((address) => address.startsWith(folderOf(entry))).length] as const,
    );
    const [{ name = location.href } = {}] = performance.getEntriesByType('navigation');
    const page = matchRoute(used, new URL(name).pathname)?.remote.id;
    return { page, ...vitals, frames: Object.fromEntries(frames.filter(([, count]) => count > 0)) };
  };
}
