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

/** The focus goes to `<main>`, and from there to the page's heading if there is one. */
export const passFocusToMain = passFocusOn((leaving) => leaving.closest('main'));
