import { useEffect, useState } from 'react';

const readTimings = (): readonly PerformanceResourceTiming[] =>
  performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/** Returns the resource timings of the page, updated as files load. */
export function useFileTimings(): readonly PerformanceResourceTiming[] {
  const [timings, setTimings] = useState(readTimings);
  useEffect(() => {
    const observer = new PerformanceObserver(() => setTimings(readTimings()));
    observer.observe({ type: 'resource' });
    return () => observer.disconnect();
  }, []);
  return timings;
}
