import { carryOver, remoteOfBoundary } from '@patchwork/federation/browser';
import { type ReactNode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { ErrorWatch } from '../errors/watch-errors.ts';

interface ReplacedProps {
  readonly onReplaced: () => void;
  readonly children: ReactNode;
}

function Replaced({ onReplaced, children }: ReplacedProps) {
  useLayoutEffect(onReplaced, [onReplaced]);
  return children;
}

/** Seen on their way to their target, which may keep them to itself. */
const edits = ['input', 'pointerdown', 'pointerup', 'focusin', 'scroll'];

/**
 * Renders a page in place of the HTML that was shown first. React renders it in short tasks and replaces
 * the HTML between two paints; what a shopper does meanwhile is carried over.
 */
export function replacePage(container: HTMLElement, page: ReactNode, errors: ErrorWatch): void {
  let repeatEdits = carryOver(container);
  let { scrollY } = window;
  function remember(): void {
    repeatEdits = carryOver(container);
    ({ scrollY } = window);
  }
  for (const type of edits) document.addEventListener(type, remember, true);
  // Seen last, when `holdPresses` has marked what was pressed.
  document.addEventListener('click', remember);

  function onReplaced(): void {
    for (const type of edits) document.removeEventListener(type, remember, true);
    document.removeEventListener('click', remember);
    delete container.dataset.waiting;
    delete document.documentElement.dataset.session;
    repeatEdits();
    if (scrollY > 0) window.scrollTo(0, scrollY);
  }
  const root = createRoot(container, {
    onCaughtError(error, { errorBoundary, componentStack }) {
      console.error(error);
      errors.add({
        event: 'error',
        error,
        remote: remoteOfBoundary(errorBoundary),
        componentStack,
      });
    },
  });
  startTransition(() => root.render(<Replaced onReplaced={onReplaced}>{page}</Replaced>));
}
