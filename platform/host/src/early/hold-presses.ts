/** Milliseconds after which the browser follows a pressed link itself. */
const FOLLOW_TIMEOUT_MS = 5000;

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

const staysInShop = (pressed: Element): boolean =>
  !(pressed instanceof HTMLAnchorElement) ||
  (pressed.origin === location.origin && pressed.hash === '');

/**
 * Returns the pressed link or button if it needs the shop's scripts. The header's search doesn't. Once the frame is
 * hydrated (replace-page.tsx), only the page waits.
 */
function pressedControl({ target }: MouseEvent): Element | undefined {
  const control = target instanceof Element ? target.closest('a[href], button') : null;
  const waiting = control?.closest<HTMLElement>('[data-waiting]');
  const own = 'form[action], [popovertarget], [data-start-message]';
  if (!control || !waiting || control.closest(own)) return undefined;
  if (waiting.dataset.waiting === 'page' && !control.closest('[data-prerendered]'))
    return undefined;
  return staysInShop(control) ? control : undefined;
}

/**
 * Holds presses until the shop has started: marks the last pressed link or button with `data-pressed` and prevents the
 * navigation. The shop then repeats the press (see user-input.ts in platform/host). Listens in the capture phase, before
 * React, which stops a press on a part that it can't hydrate yet, but doesn't keep the browser from following a link.
 */
export function holdPresses(): void {
  function hold(event: MouseEvent): void {
    const control = pressedControl(event);
    if (!control || !isPlain(event)) return;
    event.preventDefault();
    event.stopPropagation();
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    control.setAttribute('data-pressed', '');
    setTimeout(() => {
      // Hydration keeps the link on the page, so its presence doesn't mean that the shop is still missing.
      const isUnanswered = control.matches('[data-waiting] [data-pressed]');
      if (isUnanswered && control instanceof HTMLAnchorElement) location.assign(control.href);
    }, FOLLOW_TIMEOUT_MS);
  }
  document.addEventListener('click', hold, true);
}
