import { type ErrorInfo, type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { captureInput, isMissingFile, isOfHost, pause, remoteOfBoundary } from '../browser.ts';
import type { ErrorWatch, Finding } from '../errors/watch-errors.ts';
import type { HostRouter } from '../routing/host-router.ts';
import { Committed, ShownContext } from './shown.tsx';

/** Maximum time that the app shell stays while the first page is loading, in milliseconds. */
const FIRST_PAGE_TIMEOUT_MS = 1500;

/**
 * Maximum time that a prerendered page stays, in milliseconds: longer, because the page shows more than the frame with
 * a spinner that would replace it.
 */
const PRERENDERED_TIMEOUT_MS = 8000;

const whenInitialized = (router: HostRouter): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    router.subscribe(({ initialized }) => initialized && resolve());
  });

/** Resolves when the first page may replace the page's HTML. */
export async function whenFirstPageIsReady(router: HostRouter): Promise<void> {
  const isPrerendered = document.querySelector('[data-prerendered]') !== null;
  const timeoutMs = isPrerendered ? PRERENDERED_TIMEOUT_MS : FIRST_PAGE_TIMEOUT_MS;
  await Promise.race([whenInitialized(router), pause(timeoutMs)]);
}

/**
 * Events after which the shopper's input is captured again. They are listened to in the capture phase, because an
 * event's target may stop it.
 */
const edits = ['input', 'pointerdown', 'pointerup', 'focusin', 'scroll', 'click'];

export interface Replacement {
  readonly page: ReactNode;
  /** Remote whose server-rendered page is in the HTML, if that is the page to render. The HTML is then hydrated. */
  readonly rendered?: Finding['remote'];
  /** Called when the page is on screen, before the shopper's input is repeated in it. */
  readonly onShown?: (() => void) | undefined;
}

/**
 * Makes React hydrate the part of the page that the shopper uses at once and in one task, as it does for each event of a
 * shopper. The event is one that nothing listens to.
 */
function hydrateUsedPart(container: HTMLElement): void {
  const used = container.querySelector('[data-pressed]') ?? container.querySelector(':focus');
  used?.dispatchEvent(new Event('auxclick', { bubbles: true }));
}

/**
 * Replaces the initial HTML with a rendered page, or hydrates it. React renders in short tasks and swaps the HTML
 * between two paints. Input that the shopper makes in the meantime is carried over.
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
  // Registered after `holdPresses`, so that a pressed control is marked by then.
  for (const type of edits) document.addEventListener(type, remember, true);

  function endWaiting(): void {
    if (!('waiting' in container.dataset)) return;
    for (const type of edits) document.removeEventListener(type, remember, true);
    delete container.dataset.waiting;
    delete document.documentElement.dataset.session;
    // React leaves it in a page that is hydrated.
    container.querySelector('[data-start-message]')?.remove();
    // Removes the marks of server rendering after hydration.
    const region = container.querySelector<HTMLElement>('[data-rendered]');
    delete region?.dataset.prerendered;
    delete region?.dataset.rendered;
    onShown?.();
    restoreInput();
  }

  /**
   * Goes back to the shopper's scroll position. Runs as an effect of the last sibling: the router has scrolled to the
   * top by then, and a later move would interrupt the shopper's own scrolling.
   */
  function finish(): void {
    if (!rendered) endWaiting();
    else if ('waiting' in container.dataset) container.dataset.waiting = 'page';
    if (scrollY > 0) window.scrollTo(0, scrollY);
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
      const remote = remoteOfBoundary(errorBoundary);
      // The loader reports a file that is gone as a failure to load the module.
      if (remote && isMissingFile(error)) return;
      errors.add({
        // A remote that shows something else instead has not failed.
        event: isOfHost(errorBoundary) ? 'error' : 'caught',
        error,
        remote,
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
  if (rendered) hydrateUsedPart(container);
}
