import type { PublishedRemote } from '@patchwork/host';
import type { Page } from 'playwright-core';

/** A fragment that was in a page's HTML. */
export interface FilledFragment {
  /** '<remote> <slot>'. */
  readonly name: string;
  /** Whether the elements of the HTML are still there. */
  readonly isHydrated: boolean;
  /** Heights that the fragment had, in CSS pixels, in order; none if it shows nothing. */
  readonly heights: readonly number[];
}

interface Watched {
  readonly heights: number[];
  /** First element that the fragment's component has rendered. */
  first: Element | null;
}

interface WatchedWindow {
  readonly patchworkFilled?: ReadonlyMap<HTMLElement, Watched>;
}

/**
 * Runs in the page, before its scripts. Keeps the elements and heights of fragments that are in the HTML. Must not
 * contain named functions: tsx would make them call a helper that the page lacks.
 */
function watch(): void {
  const filled = new Map<Element, Watched>();
  Object.assign(window, { patchworkFilled: filled });
  const sizes = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const { heights } = filled.get(target) ?? {};
      const { height } = contentRect;
      if (height > 0 && heights?.at(-1) !== height) heights?.push(height);
    }
  });
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('[data-filled]')) {
      const known = filled.get(element) ?? { heights: [], first: null };
      if (!filled.has(element)) sizes.observe(element);
      filled.set(element, known);
      known.first ??= element.querySelector('[data-slot] > *');
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Runs in the page. Returns what `watch` has kept of the fragments that are still in the page. */
function look(): FilledFragment[] {
  const { patchworkFilled: filled = [] } = window as WatchedWindow;
  return [...filled].flatMap(([element, { heights, first }]) =>
    element.isConnected
      ? [
          {
            name: element.dataset.fragment ?? '',
            isHydrated: first?.isConnected !== false && !('filled' in element.dataset),
            heights,
          },
        ]
      : [],
  );
}

/** Maximum number of requests until a page has its fragments: on a busy machine, the first may come without them. */
const MAX_REQUESTS = 10;
const REQUEST_INTERVAL_MS = 300;

/** Requests a page until its HTML has a fragment, or a few times. */
export async function untilFilled(address: string): Promise<void> {
  for (let count = 0; count < MAX_REQUESTS; count += 1) {
    const response = await fetch(address, { headers: { accept: 'text/html' } });
    if ((await response.text()).includes('data-filled=""')) return;
    await new Promise((resolve) => setTimeout(resolve, REQUEST_INTERVAL_MS));
  }
}

/** Returns a function that returns the fragments that were in the HTML of the page. Call this before it is opened. */
export async function watchFilled(page: Page): Promise<() => Promise<FilledFragment[]>> {
  await page.addInitScript(watch);
  return () => page.evaluate(look);
}

/** CSS pixels of a declared height: '23rem' or '368px'. */
const pixelsOf = (height: string): number =>
  Number.parseFloat(height) * (height.endsWith('rem') ? 16 : 1);

/** Heights differ by less than this, in CSS pixels, because of rounding. */
const TOLERANCE = 1;

const differ = (one: number, other: number): boolean => Math.abs(one - other) >= TOLERANCE;

const rounded = (pixels: number): string => `${Math.round(pixels * 10) / 10} px`;

/** Returns a phrase about a fragment whose HTML the browser did not keep as it was; undefined if it did. */
export function faultOf(
  { fragments }: Pick<PublishedRemote, 'fragments'>,
  slot: string,
  { isHydrated, heights }: FilledFragment,
): string | undefined {
  if (!isHydrated)
    return 'is rendered again in the browser, because its first render differs from the server’s HTML: use only its props and data there, and effects for what only the browser knows';
  const [first = 0, ...later] = heights;
  const changed = later.find((height) => differ(height, first));
  if (changed !== undefined)
    return `changes its height from ${rounded(first)} to ${rounded(changed)} in the browser, so the page moves: reserve the space of what comes later`;
  const height = fragments[slot]?.height;
  if (height === undefined || heights.length === 0 || !differ(first, pixelsOf(height))) {
    return undefined;
  }
  return `is ${rounded(first)} high, but its space is ${height}, so the page moves when it comes late: correct "height" in remote.json, or its style`;
}
