import { useEffect, useState } from 'react';

const findRegions = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-boundary]:not(:has([data-devtools]))'),
];

/** Returns the regions on the page in document order. */
export function useRegions(): readonly HTMLElement[] {
  const [regions, setRegions] = useState(findRegions);
  useEffect(() => {
    const update = () => setRegions(findRegions());
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['data-boundary', 'data-team', 'data-version'],
    });
    return () => observer.disconnect();
  }, []);
  return regions;
}
