import { captureInput, pause, remoteOfBoundary } from '@patchwork/federation/browser';
import { type ReactNode, startTransition, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { ErrorWatch } from '../errors/watch-errors.ts';
import type { ShopRouter } from '../routing/router.ts';

/** Time limit for the app shell: it is shown until the first page is loaded. */
const FIRST_PAGE_TIMEOUT_MS = 1500;

/** Time limit for a prerendered page, which says more than the frame with a spinner that would replace it. */
const PRERENDERED_TIMEOUT_MS = 8000;

const whenInitialized = (router: ShopRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    router.subscribe(({ initialized }) => initialized && resolve());
  });

/** Resolves when the first page may replace what the HTML shows. */
export async function whenFirstPageIsReady(router: ShopRouter): Promise<void> {
  const isPrerendered = document.querySelector('[data-prerendered]') !== null;
  const timeoutMs = isPrerendered ? PRERENDERED_TIMEOUT_MS : FIRST_PAGE_TIMEOUT_MS;
  await Promise.race([whenInitialized(router), pause(timeoutMs)]);
}

interface ReplacedProps {
  readonly onReplaced: () => void;
  readonly children: ReactNode;
}

function Replaced({ onReplaced, children }: ReplacedProps) {
  useLayoutEffect(onReplaced, [onReplaced]);
  return children;
}

/** Events that are captured on their way to their target, which may stop them. */
const edits = ['input', 'pointerdown', 'pointerup', 'focusin', 'scroll'];

/**
 * Renders a page in place of the HTML that was shown first. React renders it in short tasks and replaces
 * the HTML between two paints; what a shopper does meanwhile is carried over.
 */
export function replacePage(container: HTMLElement, page: ReactNode, errors: ErrorWatch): void {
  let restoreInput = captureInput(container);
  let { scrollY } = window;
  function remember(): void {
    restoreInput = captureInput(container);
    ({ scrollY } = window);
  }
  for (const type of edits) document.addEventListener(type, remember, true);
  // Runs last, when `holdPresses` has marked what was pressed.
  document.addEventListener('click', remember);

  function onReplaced(): void {
    for (const type of edits) document.removeEventListener(type, remember, true);
    document.removeEventListener('click', remember);
    delete container.dataset.waiting;
    delete document.documentElement.dataset.session;
    restoreInput();
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
