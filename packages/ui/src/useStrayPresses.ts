import { type MouseEvent, useRef } from 'react';

/** In ms: so soon after another one, a tap belongs to it. */
const doubleTap = 500;

/** Browsers count the presses of a mouse, and not those of a finger. */
function isRepeated({ detail, nativeEvent, timeStamp }: MouseEvent, lastAt: number): boolean {
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
  return detail > 1 || (isTap && timeStamp - lastAt < doubleTap);
}

/**
 * A pointer that goes on pressing where an item has just gone hits the one that moved up into its
 * place. Takes the ids of the items shown; gives, by id, the capturing click handler that stops such
 * presses.
 */
export function useStrayPresses(ids: readonly string[]) {
  const last = useRef({ id: '', at: Number.NEGATIVE_INFINITY });

  return (id: string) => (event: MouseEvent) => {
    const { id: pressed, at } = last.current;
    const isGone = !ids.includes(pressed);
    const isStray = isGone && isRepeated(event, at);
    last.current = { id: isStray ? pressed : id, at: event.timeStamp };
    if (!isStray) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
