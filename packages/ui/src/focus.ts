import type { KeyboardEvent, RefCallback } from 'react';

/**
 * Makes a ref for an element that may be removed while the focus is in it. The focus then goes to the element that
 * `findNext` returns; a browser alone would move it to the start of the document. Create it outside of the
 * component: React treats a new ref function as a removal.
 */
export function passFocusOn(
  findNext: (leaving: HTMLElement) => HTMLElement | null | undefined,
): RefCallback<HTMLElement> {
  return (element) => () => {
    if (element?.contains(document.activeElement))
      findNext(element)?.focus({ preventScroll: true });
  };
}

/**
 * Whether no control has the focus: the one that had it was removed, or the browser gives a pressed button none
 * (Safari). Code that moves the focus after a wait asks this first: else it takes the focus from a shopper who has
 * moved on.
 */
export const isFocusLost = (): boolean => document.activeElement?.matches('body, main') ?? true;

/** Ref of an element that passes its focus to the page's heading. */
export const passFocusToHeading = passFocusOn(() => document.querySelector('h1'));

/** Ref of an element that passes its focus to `<main>`, and from there to the page's heading if there is one. */
export const passFocusToMain = passFocusOn((leaving) => leaving.closest('main'));

type Axis = 'horizontal' | 'vertical';

const steps: Readonly<Record<Axis, Readonly<Record<string, number>>>> = {
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ArrowUp: -1, ArrowDown: 1 },
};

/** Returns the index that a key moves to from `index` of `count`; undefined for a key that moves nothing. */
function indexAfter(key: string, index: number, count: number, axis: Axis): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[axis][key];
  if (step === undefined) return undefined;
  // A row of tabs starts over at its end, a long list stops there.
  if (axis === 'horizontal') return (index + step + count) % count;
  return Math.min(Math.max(index + step, 0), count - 1);
}

/**
 * Roving tabindex, for the onKeyDown of a group that is one stop of the Tab key: arrow keys, Home and
 * End move the focus among the elements that `selector` finds in the group. Keys pressed together with
 * Alt, Control or another modifier stay the browser's.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, axis: Axis): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const items: EventTarget[] = [...event.currentTarget.querySelectorAll(selector)];
  const index = items.indexOf(event.target);
  if (index === -1) return;
  const next = indexAfter(event.key, index, items.length, axis);
  if (next === undefined) return;
  event.preventDefault();
  const item = items[next];
  if (item instanceof HTMLElement) item.focus();
}
