import { createStoredValue } from '@patchwork/host/storage';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

declare global {
  interface PatchworkStores {
    'devtools-button': 'shop';
  }
}

/** Where the button is. It stays in the margins beside the page, which have neither text nor prices. */
export interface LauncherPlace {
  readonly side: 'start' | 'end';
  /** Height, from 0 at the lower end of the window to 1 at its upper end. */
  readonly up: number;
}

const first: LauncherPlace = { side: 'start', up: 0 };

const stored = createStoredValue({
  name: 'devtools-button',
  version: 1,
  parse(value): LauncherPlace | undefined {
    const { side, up } = Object(value) as Record<string, unknown>;
    if (side !== 'start' && side !== 'end') return undefined;
    return typeof up === 'number' && up >= 0 && up <= 1 ? { side, up } : undefined;
  },
  scope: 'shop',
});

/** Pixels that a pressed pointer may move before it moves the button. */
const SLACK_PX = 6;
const KEY_STEP = 0.1;

const within = (up: number): number => Math.min(1, Math.max(0, up));

function placeAt({ clientX, clientY }: PointerEvent): LauncherPlace {
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    side: clientX < clientWidth / 2 ? 'start' : 'end',
    up: within(1 - clientY / clientHeight),
  };
}

function placeAfter(key: string, { side, up }: LauncherPlace): LauncherPlace | undefined {
  if (key === 'ArrowUp') return { side, up: within(up + KEY_STEP) };
  if (key === 'ArrowDown') return { side, up: within(up - KEY_STEP) };
  if (key === 'ArrowLeft') return { side: 'start', up };
  if (key === 'ArrowRight') return { side: 'end', up };
  return undefined;
}

/** Returns the button's place, and the handlers by which a pointer or the arrow keys move it. The place is stored. */
export function useLauncherPlace() {
  const [place, setPlace] = useState(() => stored.read() ?? first);
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const isDragged = useRef(false);

  function move(next: LauncherPlace): void {
    setPlace(next);
    stored.write(next);
  }

  const handlers = {
    onPointerDown({ clientX: x, clientY: y, button, currentTarget, pointerId }: PointerEvent) {
      isDragged.current = false;
      if (button !== 0) return;
      from.current = { x, y };
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (!from.current) return;
      const { x, y } = from.current;
      isDragged.current ||= Math.hypot(event.clientX - x, event.clientY - y) >= SLACK_PX;
      if (isDragged.current) setPlace(placeAt(event));
    },
    onPointerUp(event: PointerEvent) {
      from.current = undefined;
      if (isDragged.current) move(placeAt(event));
    },
    onPointerCancel() {
      from.current = undefined;
    },
    /** A press that moved the button doesn't open the panel. */
    onClickCapture(event: MouseEvent) {
      if (isDragged.current && event.detail > 0) event.stopPropagation();
      isDragged.current = false;
    },
    onKeyDown(event: KeyboardEvent) {
      const next = placeAfter(event.key, place);
      if (!next || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      move(next);
    },
  };
  return { place, handlers };
}
