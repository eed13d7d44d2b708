import { type MouseEvent, useRef } from 'react';

/** Maximum time between two taps, or presses of a key, that count as repeated, in milliseconds. */
const DOUBLE_PRESS_MS = 500;

/**
 * Whether a press repeats the previous one, which was at `lastAt`. Browsers count repeated clicks of a mouse (`detail`)
 * but not repeated taps, nor presses of a key (`detail` is 0).
 */
function isRepeated({ detail, nativeEvent, timeStamp }: MouseEvent, lastAt: number): boolean {
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
  return detail > 1 || ((isTap || detail === 0) && timeStamp - lastAt < DOUBLE_PRESS_MS);
}

/**
 * Ignores accidental double presses in a list whose items are removed by a press: the second press would hit the item
 * that has moved into the position, or that has the focus now. Takes the ids of the displayed items. Returns a function
 * that gives, for an id, an onClickCapture handler.
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
