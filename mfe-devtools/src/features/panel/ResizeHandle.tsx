import type { KeyboardEvent, PointerEvent } from 'react';
import styles from './ResizeHandle.module.css';
import { heights } from './useHeight.ts';

interface ResizeHandleProps {
  /** In hundredths of the window's height. */
  readonly height: number;
  readonly onChange: (height: number) => void;
}

const step = 4;

function heightAfter(key: string, height: number): number | undefined {
  if (key === 'ArrowUp') return height + step;
  if (key === 'ArrowDown') return height - step;
  if (key === 'Home') return heights.min;
  if (key === 'End') return heights.max;
  return undefined;
}

/** The drawer's upper edge: dragged with the pointer, or moved with the arrow keys, Home and End. */
export function ResizeHandle({ height, onChange }: ResizeHandleProps) {
  const press = (event: KeyboardEvent) => {
    const next = heightAfter(event.key, height);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onChange(100 - (event.clientY / window.innerHeight) * 100);
  };
  return (
    <hr
      tabIndex={0}
      aria-label="Height of the devtools"
      aria-orientation="horizontal"
      aria-valuemin={heights.min}
      aria-valuemax={heights.max}
      aria-valuenow={height}
      aria-valuetext={`${height}% of the window`}
      className={styles.handle}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  );
}
