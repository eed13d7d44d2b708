import { createStoredValue } from '@patchwork/storage';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import styles from './Drawer.module.css';

/** In hundredths of the window's height. */
export const heights = { min: 20, max: 90, initial: 46 };

const storedHeight = createStoredValue({
  name: 'devtools-height',
  version: 1,
  parse: v.parser(v.pipe(v.number(), v.minValue(heights.min), v.maxValue(heights.max))),
  scope: 'tab',
});

/** The drawer's height. The page gets the same room at its end, so that all of it can be scrolled to. */
export function useHeight() {
  const [height, setHeight] = useState(() => storedHeight.read() ?? heights.initial);
  useEffect(() => {
    const { style, classList } = document.documentElement;
    classList.add(String(styles.page));
    style.setProperty('--devtools-height', `${height}dvh`);
    // Read by react-toastify: a toast over the drawer would take its clicks.
    style.setProperty('--toastify-toast-bottom', `calc(${height}dvh + 1rem)`);
    return () => {
      classList.remove(String(styles.page));
      style.removeProperty('--devtools-height');
      style.removeProperty('--toastify-toast-bottom');
    };
  }, [height]);
  const change = (wanted: number) => {
    const next = Math.round(Math.min(Math.max(wanted, heights.min), heights.max));
    storedHeight.write(next);
    setHeight(next);
  };
  return [height, change] as const;
}
