import type { RefCallback } from 'react';

/**
 * A ref for an element that may be removed while the focus is in it. The focus then goes to the element
 * that `findNext` returns; a browser alone would move it to the start of the document. Create it outside
 * of the component: React treats a new ref function as a removal.
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
 * Whether no control has the focus: the one that had it was removed, or the browser gives a pressed button
 * none (Safari). What moves the focus after a wait asks this first: else it takes the focus from a shopper
 * who has gone on.
 */
export const isFocusLost = (): boolean => document.activeElement?.matches('body, main') ?? true;

/** The focus goes to the page's heading. */
export const passFocusToHeading = passFocusOn(() => document.querySelector('h1'));

/** The focus goes to `<main>`, and from there to the page's heading if there is one. */
export const passFocusToMain = passFocusOn((leaving) => leaving.closest('main'));
