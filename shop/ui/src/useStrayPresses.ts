import { type MouseEvent, useRef } from 'react';

/** Maximum time in milliseconds between two taps, or two presses of a key, for the second to count as repeated. */
const DOUBLE_PRESS_MS = 500;

/** Whether a key caused a click. The click's `detail` is then 1 for a link in Firefox, otherwise 0. */
const isByKey = ({ detail, nativeEvent, target }: MouseEvent): boolean =>
  detail === 0 ||
  (nativeEvent instanceof PointerEvent &&
    nativeEvent.pointerType === '' &&
    target instanceof Element &&
    target.closest('a') !== null);

/**
 * Whether a press repeats the previous one, which was at `lastAt`. Browsers count repeated clicks of a mouse but not
 * repeated taps, nor presses of a key.
 */
function isRepeated(event: MouseEvent, lastAt: number): boolean {
  const { detail, nativeEvent, timeStamp } = event;
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
  return detail > 1 || ((isTap || isByKey(event)) && timeStamp - lastAt < DOUBLE_PRESS_MS);
}

/**
 * Ignores accidental double presses in a list whose items are removed by a press: the second press would hit the item
 * that has moved into the position, or that has the focus now. Takes the ids of the displayed items. Returns a function
 * that returns the onClickCapture handler for an id.
 */
export function useStrayPresses(ids: readonly string[]) {
  const last = useRef({ id: '', at: Number.NEGATIVE_INFINITY });

  return (id: string) => (event: MouseEvent) => {
    const { id: pressed, at } = last.current;
    const isRemoved = !ids.includes(pressed);
    const isStray = isRemoved && isRepeated(event, at);
    last.current = { id: isStray ? pressed : id, at: event.timeStamp };
    if (!isStray) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
