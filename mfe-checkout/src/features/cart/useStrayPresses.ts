import type { LineItem } from '@patchwork/domain';
import { type MouseEvent, useRef } from 'react';

/** In ms: so soon after another one, a tap belongs to it. */
const doubleTap = 500;

/** Browsers count the presses of a mouse, and not those of a finger. */
const isRepeated = ({ detail, nativeEvent, timeStamp }: MouseEvent, lastAt: number): boolean => {
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
  return detail > 1 || (isTap && timeStamp - lastAt < doubleTap);
};

/**
 * A pointer that goes on pressing where a line has just gone hits the one that moved up into its
 * place. Stops such presses; for the capturing handler of each line.
 */
export function useStrayPresses(lines: readonly LineItem[]) {
  const last = useRef({ productId: '', at: Number.NEGATIVE_INFINITY });

  return (productId: string) => (event: MouseEvent) => {
    const { productId: pressed, at } = last.current;
    const isGone = !lines.some(({ product }) => product.id === pressed);
    const isStray = isGone && isRepeated(event, at);
    last.current = { productId: isStray ? pressed : productId, at: event.timeStamp };
    if (!isStray) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
