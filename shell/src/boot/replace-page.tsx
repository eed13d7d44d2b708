import { captureInput, pause, remoteOfBoundary } from '@patchwork/federation/browser';
import { type ErrorInfo, type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import type { ErrorWatch, Finding } from '../errors/watch-errors.ts';
import type { ShopRouter } from '../routing/router.ts';
import { Committed, ShownContext } from './shown.tsx';

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

/**
 * Events after which the shopper's input is captured anew. The listeners run in the capture phase, as the event's
 * target may stop it.
 */
const edits = ['input', 'pointerdown', 'pointerup', 'focusin', 'scroll'];

/** A page to be rendered in place of the HTML. */
export interface Replacement {
  readonly page: ReactNode;
  /** Remote that rendered this very page into the HTML, on the server. If it is present, the HTML is hydrated. */
  readonly rendered?: Finding['remote'];
  /** Called when the page is on screen, before the shopper's input is repeated in it. */
  readonly onShown?: (() => void) | undefined;
}

/**
 * Renders a page in place of the HTML that was shown first, or hydrates it. React renders it in short tasks and
 * replaces the HTML between two paints; what a shopper does meanwhile is carried over.
 */
export function replacePage(
  container: HTMLElement,
  { page, rendered, onShown }: Replacement,
  errors: ErrorWatch,
): void {
  let restoreInput = captureInput(container);
  let { scrollY } = window;
  function remember(): void {
    restoreInput = captureInput(container);
    ({ scrollY } = window);
  }
  for (const type of edits) document.addEventListener(type, remember, true);
  // Runs last, when `holdPresses` has marked the pressed control.
  document.addEventListener('click', remember);

  function endWaiting(): void {
    if (!('waiting' in container.dataset)) return;
    for (const type of edits) document.removeEventListener(type, remember, true);
    document.removeEventListener('click', remember);
    delete container.dataset.waiting;
    delete document.documentElement.dataset.session;
    // The marks of a hydrated region are removed: it belongs to the running shop.
    const region = container.querySelector<HTMLElement>('[data-rendered]');
    delete region?.dataset.prerendered;
    delete region?.dataset.rendered;
    onShown?.();
    restoreInput();
    restoreScroll();
  }

  /** Scrolls back: the router has scrolled to the top. */
  function restoreScroll(): void {
    if (scrollY > 0) window.scrollTo(0, scrollY);
  }
  /** Runs after the effects of all that is beside it: the router's scrolling is one of them. */
  function finish(): void {
    if (!rendered) endWaiting();
    restoreScroll();
  }
  const element = (
    <ShownContext value={endWaiting}>
      {page}
      <Committed onCommit={finish} />
    </ShownContext>
  );
  const options: RootOptions = {
    onCaughtError(error, { errorBoundary, componentStack }) {
      console.error(error);
      errors.add({
        event: 'error',
        error,
        remote: remoteOfBoundary(errorBoundary),
        componentStack,
      });
    },
  };
  const onRecoverableError = (error: unknown, { componentStack }: ErrorInfo): void => {
    console.error(error);
    errors.add({ event: 'error', error, remote: rendered, componentStack });
  };
  startTransition(() => {
    if (rendered) hydrateRoot(container, element, { ...options, onRecoverableError });
    else createRoot(container, options).render(element);
  });
}
