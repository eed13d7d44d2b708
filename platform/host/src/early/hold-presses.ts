/** Milliseconds after which the browser follows a pressed link itself. */
const FOLLOW_TIMEOUT_MS = 5000;

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

const staysInShop = (pressed: Element): boolean =>
  !(pressed instanceof HTMLAnchorElement) ||
  (pressed.origin === location.origin && pressed.hash === '');

/** Returns the pressed link or button if it needs the shop's scripts. The header's search doesn't. */
function pressedControl({ target }: MouseEvent): Element | undefined {
  const control = target instanceof Element ? target.closest('a[href], button') : null;
  if (!control?.closest('[data-waiting]') || control.closest('form[action], [popovertarget]'))
    return undefined;
  return staysInShop(control) ? control : undefined;
}

/**
 * Holds presses until the shop has started: marks the last pressed link or button with `data-pressed` and prevents the
 * navigation. The shop then repeats the press (see user-input.ts in platform/host).
 */
export function holdPresses(): void {
  document.addEventListener('click', (event) => {
    const control = pressedControl(event);
    // The shop has handled this press, so it isn't repeated.
    if (!control || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    control.setAttribute('data-pressed', '');
    setTimeout(() => {
      // Hydration keeps the link on the page, so its presence doesn't mean that the shop is still missing.
      const isUnanswered = control.matches('[data-waiting] [data-pressed]');
      if (isUnanswered && control instanceof HTMLAnchorElement) location.assign(control.href);
    }, FOLLOW_TIMEOUT_MS);
  });
}
