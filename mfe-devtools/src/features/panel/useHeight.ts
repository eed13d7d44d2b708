import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { keptInTab } from '../../kept-in-tab.ts';

/** In hundredths of the window's height. */
export const heights = { min: 20, max: 90, usual: 46 };

const keptHeight = keptInTab({
  name: 'height',
  version: 1,
  schema: v.pipe(v.number(), v.minValue(heights.min), v.maxValue(heights.max)),
  empty: heights.usual,
});

/** How tall the drawer is. The page gets as much room at its end, so that nothing is hidden for good. */
export function useHeight() {
  const [height, setHeight] = useState(keptHeight.read);
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--devtools-height', `${height}dvh`);
    // Read by react-toastify: the shop's messages must not lie on the drawer and take its clicks.
    style.setProperty('--toastify-toast-bottom', `calc(${height}dvh + 1rem)`);
    return () => {
      style.removeProperty('--devtools-height');
      style.removeProperty('--toastify-toast-bottom');
    };
  }, [height]);
  const change = (wanted: number) => {
    const next = Math.round(Math.min(Math.max(wanted, heights.min), heights.max));
    keptHeight.write(next);
    setHeight(next);
  };
  return [height, change] as const;
}
