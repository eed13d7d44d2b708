import { type ReactNode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { carryOver } from './carry-over.ts';

interface ReplacedProps {
  readonly onReplaced: () => void;
  readonly children: ReactNode;
}

function Replaced({ onReplaced, children }: ReplacedProps) {
  useLayoutEffect(onReplaced, [onReplaced]);
  return children;
}

const edits = ['input', 'pointerdown', 'pointerup', 'click', 'focusin', 'scroll'];

/**
 * Renders a page in place of the HTML that was shown first. React renders it in short tasks and replaces
 * the HTML between two paints; what a shopper does meanwhile is carried over.
 */
export function replacePage(container: HTMLElement, page: ReactNode): void {
  let repeatEdits = carryOver(container);
  function remember(): void {
    repeatEdits = carryOver(container);
  }
  for (const type of edits) document.addEventListener(type, remember, true);

  function onReplaced(): void {
    for (const type of edits) document.removeEventListener(type, remember, true);
    delete container.dataset.waiting;
    delete document.documentElement.dataset.session;
    repeatEdits();
  }
  startTransition(() =>
    createRoot(container).render(<Replaced onReplaced={onReplaced}>{page}</Replaced>),
  );
}
