import type { KeyboardEvent, RefCallback } from 'react';

/**
 * Creates a ref for an element that may be removed while it contains the focus. The focus then moves to the element
 * that `findNext` returns; by itself, a browser would move it to the start of the document. Create the ref outside of
 * the component: React treats a new ref function as a removal.
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
 * Whether no control has the focus: the focused element was removed, or the browser doesn't focus pressed buttons
 * (Safari). Check it before moving the focus after a wait, in order not to take it from a shopper who has moved on.
 */
export const isFocusLost = (): boolean => document.activeElement?.matches('body, main') ?? true;

/** Ref for an element. When it is removed with the focus in it, the page's heading gets the focus. */
export const passFocusToHeading = passFocusOn(() => document.querySelector('h1'));

/**
 * Ref for an element. When it is removed with the focus in it, `<main>` gets the focus, and passes it on to the page's
 * heading if there is one.
 */
export const passFocusToMain = passFocusOn((leaving) => leaving.closest('main'));

type Axis = 'horizontal' | 'vertical';

const steps: Readonly<Record<Axis, Readonly<Record<string, number>>>> = {
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ArrowUp: -1, ArrowDown: 1 },
};

/** Returns the index to which a key moves the focus from `index`, among `count` elements; undefined for other keys. */
function indexAfter(key: string, index: number, count: number, axis: Axis): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[axis][key];
  if (step === undefined) return undefined;
  // Tabs wrap around at the ends; a long list stops there.
  if (axis === 'horizontal') return (index + step + count) % count;
  return Math.min(Math.max(index + step, 0), count - 1);
}

/**
 * Handles onKeyDown of a group that is one stop of the Tab key (roving tabindex). Arrow keys, Home and End move the
 * focus among the group's elements that match `selector`. Keys with Alt, Control or another modifier are left to the
 * browser.
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
