import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';

/** A pointer on its way to something else opens nothing. */
const OPEN_DELAY_MS = 150;
/** The pointer may leave for a moment, on its way into the mini cart. */
const CLOSE_DELAY_MS = 250;

/** When the mini cart is open. It closes with Escape, and when pointer and focus are elsewhere. */
export function useMiniCart() {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(next: boolean, delay = 0): void {
    clearTimeout(timer.current);
    if (delay === 0) setIsOpen(next);
    else timer.current = setTimeout(setIsOpen, delay, next);
  }

  const place: ComponentProps<'div'> = {
    onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && change(true, OPEN_DELAY_MS),
    onPointerLeave({ pointerType, currentTarget }) {
      // A keyboard’s focus inside keeps it open.
      const hasFocus = currentTarget.querySelector(':focus-visible') !== null;
      if (pointerType === 'mouse') change(isOpen && hasFocus, CLOSE_DELAY_MS);
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) change(false);
    },
    onKeyDown({ key, target }) {
      if (key !== 'Escape' || !isOpen) return;
      const panel = document.getElementById(panelId);
      if (target instanceof Node && panel?.contains(target)) button.current?.focus();
      change(false);
    },
  };
  const toggle: ComponentProps<'button'> = {
    type: 'button',
    ref: button,
    'aria-expanded': isOpen,
    'aria-controls': panelId,
    onClick: () => change(!isOpen),
  };
  return { isOpen, panelId, place, toggle, close: () => change(false) };
}
