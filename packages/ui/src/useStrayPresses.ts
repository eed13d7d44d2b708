import { type MouseEvent, useRef } from 'react';

/** A tap this soon after another one repeats it. */
const DOUBLE_TAP_MS = 500;

/**
 * Whether a press repeats the one at `lastAt`. Browsers count repeated presses of a mouse (`detail`), but not
 * those of a finger.
 */
function isRepeated({ detail, nativeEvent, timeStamp }: MouseEvent, lastAt: number): boolean {
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
  return detail > 1 || (isTap && timeStamp - lastAt < DOUBLE_TAP_MS);
}

/**
 * Stops stray presses in a list whose items are removed by a press: a repeated press would hit the next item,
 * which moved into the same position. Takes the ids of the items shown. Returns a function that gives, for an id,
 * the capturing click handler that stops such presses.
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
