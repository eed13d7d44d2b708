/** Time limit after which a press on a link is left to the browser. */
const FOLLOW_TIMEOUT_MS = 5000;

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

const staysInShop = (pressed: Element): boolean =>
  !(pressed instanceof HTMLAnchorElement) ||
  (pressed.origin === location.origin && pressed.hash === '');

/** Returns the pressed link or button if it needs the shop's scripts. The header's search needs none. */
function pressedControl({ target }: MouseEvent): Element | undefined {
  const control = target instanceof Element ? target.closest('a[href], button') : null;
  if (!control?.closest('[data-waiting]') || control.closest('form[action], [popovertarget]'))
    return undefined;
  return staysInShop(control) ? control : undefined;
}

/**
 * Holds presses until the shop is there: marks the link or button that was pressed last with `data-pressed`, and
 * keeps the browser from leaving the page. The shop presses it again (see user-input.ts of packages/federation).
 */
export function holdPresses(): void {
  document.addEventListener('click', (event) => {
    const control = pressedControl(event);
    // A press that the shop has handled needs no second one.
    if (!control || event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    control.setAttribute('data-pressed', '');
    setTimeout(() => {
      if (control.isConnected && control instanceof HTMLAnchorElement)
        location.assign(control.href);
    }, FOLLOW_TIMEOUT_MS);
  });
}
