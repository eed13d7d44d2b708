import { moveFocus } from '@patchwork/ui';
import type { KeyboardEvent } from 'react';

/** What opens and closes in a tree of react-json-view: branches, groups of items, shortened strings. */
const toggles = '.icon-container, .string-value[style*="pointer"]';

const isOpen = (toggle: Element): boolean => toggle.querySelector('.expanded-icon') !== null;

/** The branch's key, or the range of its group. The root has neither. */
function nameOf(toggle: Element): string {
  const name = toggle.parentElement?.querySelector('.object-key, .array-key, .object-size');
  return name?.textContent.replaceAll('"', '').trim() || 'Whole value';
}

/** The library breaks text between any two letters, with a style attribute that no sheet overrides. */
function unsetWordBreak(tree: HTMLElement): void {
  for (const text of tree.querySelectorAll<HTMLElement>('.string-value')) text.style.wordBreak = '';
}

/** The tree is one stop of the Tab key: the toggle that had the focus last, or the first one. */
function markToggles(tree: HTMLElement): void {
  unsetWordBreak(tree);
  const found = [...tree.querySelectorAll<HTMLElement>(toggles)];
  const stop = found.find((toggle) => toggle.tabIndex === 0) ?? found[0];
  for (const toggle of found) {
    toggle.tabIndex = toggle === stop ? 0 : -1;
    toggle.setAttribute('role', 'button');
    if (toggle.matches('.icon-container')) {
      toggle.setAttribute('aria-expanded', String(isOpen(toggle)));
      toggle.setAttribute('aria-label', nameOf(toggle));
    }
  }
}

/**
 * A ref for the element around a tree of react-json-view. The library's toggles work by mouse only
 * (mac-s-g/react-json-view#355): this makes them buttons, and those that appear later too.
 */
export function addKeyboard(tree: HTMLElement | null) {
  if (!tree) return;
  const observer = new MutationObserver(() => markToggles(tree));
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches(toggles)) return;
    for (const toggle of tree.querySelectorAll<HTMLElement>(toggles)) toggle.tabIndex = -1;
    target.tabIndex = 0;
  };
  markToggles(tree);
  observer.observe(tree, { childList: true, subtree: true });
  tree.addEventListener('focusin', onFocusIn);
  return () => {
    observer.disconnect();
    tree.removeEventListener('focusin', onFocusIn);
  };
}

/** Up and down move between the toggles, right opens, left closes. */
export function onTreeKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  moveFocus(event, toggles, 'vertical');
  if (!(target instanceof HTMLElement) || !target.matches(toggles)) return;
  const isPress =
    event.key === 'Enter' ||
    event.key === ' ' ||
    (event.key === 'ArrowRight' && !isOpen(target)) ||
    (event.key === 'ArrowLeft' && isOpen(target));
  if (!isPress) return;
  event.preventDefault();
  target.click();
}
