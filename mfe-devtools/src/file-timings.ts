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

/** Returns whether the browser was told to fetch a file before any code asked for it. */
export function isPreload({
  name,
  initiatorType,
}: Pick<PerformanceResourceTiming, 'name' | 'initiatorType'>): boolean {
  if (initiatorType === 'early-hints') return true;
  // Style sheets that are linked have the same initiator as preloads.
  if (initiatorType === 'link' && !new URL(name).pathname.endsWith('.css')) return true;
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]');
  return [...links].some(({ href }) => href === name);
}
