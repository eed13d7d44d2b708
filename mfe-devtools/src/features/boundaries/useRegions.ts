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
  const known = keys.get(element);
  if (known !== undefined) return known;
  count += 1;
  keys.set(element, count);
  return count;
}

const findRegions = (): readonly Region[] =>
  [...document.querySelectorAll<HTMLElement>('[data-boundary]:not(:has([data-devtools]))')].map(
    (element) => {
      const { boundary = '', team, version } = element.dataset;
      return { key: keyOf(element), element, remoteId: boundary, team, version };
    },
  );

const isSame = (a: Region, b: Region | undefined): boolean =>
  a.element === b?.element &&
  a.remoteId === b.remoteId &&
  a.team === b.team &&
  a.version === b.version;

const attributes = ['data-boundary', 'data-team', 'data-version'];

/** The regions that are on the page now, in its order. */
export function useRegions(): readonly Region[] {
  const [regions, setRegions] = useState(findRegions);
  useEffect(() => {
    const update = () =>
      setRegions((before) => {
        const now = findRegions();
        const isUnchanged =
          now.length === before.length && now.every((region, i) => isSame(region, before[i]));
        return isUnchanged ? before : now;
      });
    update();
    const observer = new MutationObserver(update);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: attributes,
    });
    return () => observer.disconnect();
  }, []);
  return regions;
}
