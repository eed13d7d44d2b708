import type { RefCallback } from 'react';

/**
 * A ref for what may leave the page with the focus in it. The focus goes on to what `findHeir` gives;
 * a browser would throw it back to the document's start. Make it outside the component: React takes
 * a new ref for a leave.
 */
export function passFocusOn(
  findNext: (leaving: HTMLElement) => HTMLElement | null | undefined,
): RefCallback<HTMLElement> {
  return (element) => () => {
    if (element?.contains(document.activeElement))
      findNext(element)?.focus({ preventScroll: true });
  };
}

/** To the page: its heading takes the focus from there, or it stays. */
export const passFocusToMain = passFocusOn((leaving) => leaving.closest('main'));
