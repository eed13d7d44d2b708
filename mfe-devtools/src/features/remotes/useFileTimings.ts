import { useEffect, useState } from 'react';
import type { FileTiming } from './transfer.ts';

const readTimings = (): readonly FileTiming[] =>
  performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/** The browser's measurements of the page's files, updated as more of them load. */
export function useFileTimings(): readonly FileTiming[] {
  const [timings, setTimings] = useState(readTimings);
  useEffect(() => {
    const observer = new PerformanceObserver(() => setTimings(readTimings()));
    observer.observe({ type: 'resource' });
    return () => observer.disconnect();
  }, []);
  return timings;
}
