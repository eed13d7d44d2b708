import { useEffect, useState } from 'react';
import type { FileTiming } from './transfer.ts';

const noted = (): readonly FileTiming[] =>
  performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/** What the browser noted of the page's files; anew as more of them come. */
export function useFileTimings(): readonly FileTiming[] {
  const [timings, setTimings] = useState(noted);
  useEffect(() => {
    const observer = new PerformanceObserver(() => setTimings(noted()));
    observer.observe({ type: 'resource' });
    return () => observer.disconnect();
  }, []);
  return timings;
}
