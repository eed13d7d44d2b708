import { useEffect, useState } from 'react';

export interface Region {
  /** The same for the same element. */
  readonly key: number;
  readonly element: HTMLElement;
  readonly remoteId: string;
  readonly team: string | undefined;
  readonly version: string | undefined;
}

const keys = new WeakMap<Element, number>();
let count = 0;

function keyOf(element: Element): number {
  const key = keys.get(element) ?? ++count;
  keys.set(element, key);
  return key;
}

const findRegions = (): readonly Region[] =>
  [...document.querySelectorAll<HTMLElement>('[data-boundary]:not(:has([data-devtools]))')].map(
    (element) => {
      const { boundary = '', team, version } = element.dataset;
      return { key: keyOf(element), element, remoteId: boundary, team, version };
    },
  );

/** The regions that are on the page now, in its order. */
export function useRegions(): readonly Region[] {
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
