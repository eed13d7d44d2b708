/** Milliseconds after which the browser follows a pressed link itself. */
const FOLLOW_TIMEOUT_MS = 5000;

/** Whether the page at a path is open to everyone. */
type IsOpen = (pathname: string) => boolean;

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

const staysInShop = (pressed: Element): boolean =>
  !(pressed instanceof HTMLAnchorElement) ||
  (pressed.origin === location.origin && pressed.hash === '');

/** Whether a control waits for the frame, its page or its fragment to be hydrated (replace-page.tsx, Slot.tsx). */
const isWaiting = (control: Element): boolean =>
  control.matches('[data-waiting=""] *, [data-waiting] [data-prerendered] *, [data-filled] *');

/**
 * Whether the browser follows a link itself: to another open page while nothing of the shop runs, because it shows the
 * HTML of that page before the shop could. Without a network it would show its own error page.
 */
const isFollowed = (control: Element, isOpen: IsOpen): boolean =>
  control instanceof HTMLAnchorElement &&
  control.matches('[data-waiting=""] *') &&
  control.pathname !== location.pathname &&
  navigator.onLine &&
  isOpen(control.pathname);

/** Returns the pressed link or button if it needs scripts that are not there. The header's search needs none. */
function pressedControl({ target }: MouseEvent, isOpen: IsOpen): Element | undefined {
  const control = target instanceof Element ? target.closest('a[href], button') : null;
  const own = 'form[action], [popovertarget], [data-start-message]';
  if (!control || !isWaiting(control) || control.closest(own)) return undefined;
  return staysInShop(control) && !isFollowed(control, isOpen) ? control : undefined;
}

/**
 * Holds presses until the shop, or the pressed fragment, is there, except on links to open pages: marks the last pressed
 * link or button with `data-pressed` and prevents the navigation. The shop then repeats the press (see user-input.ts in
 * platform/host). Listens in the capture phase, before React, which stops a press on a part that it can't hydrate yet,
 * but doesn't keep the browser from following a link.
 */
export function holdPresses(isOpen: IsOpen): void {
  function hold(event: MouseEvent): void {
    const control = pressedControl(event, isOpen);
    if (!control || !isPlain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    control.setAttribute('data-pressed', '');
    setTimeout(() => {
      // Hydration keeps the link on the page, so its presence doesn't mean that the shop is still missing.
      const isUnanswered = isWaiting(control) && control.matches('[data-pressed]');
      if (isUnanswered && control instanceof HTMLAnchorElement) location.assign(control.href);
    }, FOLLOW_TIMEOUT_MS);
  }
  document.addEventListener('click', hold, true);
}
