import type { KeyboardEvent } from 'react';

type Axis = 'horizontal' | 'vertical';

const steps: Readonly<Record<Axis, Readonly<Record<string, number>>>> = {
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  vertical: { ArrowUp: -1, ArrowDown: 1 },
};

/** Where a key leads from place `index` of `count`; undefined for a key that leads nowhere. */
function placeAfter(key: string, index: number, count: number, axis: Axis): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[axis][key];
  if (step === undefined) return undefined;
  // A row of tabs is a ring; a long list has two ends.
  if (axis === 'horizontal') return (index + step + count) % count;
  return Math.min(Math.max(index + step, 0), count - 1);
}

/**
 * For the onKeyDown of a group that is one stop of the Tab key: arrow keys, Home and End move the
 * focus among the elements that `selector` finds in it.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, axis: Axis) {
  const items: EventTarget[] = [...event.currentTarget.querySelectorAll(selector)];
  const index = items.indexOf(event.target);
  if (index === -1) return;
  const next = placeAfter(event.key, index, items.length, axis);
  if (next === undefined) return;
  event.preventDefault();
  const item = items[next];
  if (item instanceof HTMLElement) item.focus();
}
