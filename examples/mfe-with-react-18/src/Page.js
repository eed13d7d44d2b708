import { useStore } from 'jotai';
import { createElement, useLayoutEffect, useRef, useState } from 'shop-react';

// A chunk of its own: the shop fetches a page's other scripts ahead, when its link is hovered.
const { mount } = await import('./mount.jsx');

/** Page that React 18 renders, inside an element of the shop's React. */
export function Component() {
  const store = useStore();
  const element = useRef(null);
  const [crash, setCrash] = useState(null);

  // A layout effect, because the shell's own one, which follows, moves the focus to the page's heading.
  useLayoutEffect(() => mount(element.current, store, (error) => setCrash({ error })), [store]);

  // The shop's error boundary catches only what its own React renders.
  if (crash) throw crash.error;
  return createElement('div', { ref: element });
}
