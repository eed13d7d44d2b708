import { moveFocus } from '@patchwork/ui';
import type { KeyboardEvent } from 'react';

/** What opens and closes in a tree of react-json-view: branches, groups of items, cut strings. */
const toggles = '.icon-container, .string-value[style*="pointer"]';

const isOpen = (toggle: Element): boolean => toggle.querySelector('.expanded-icon') !== null;

/** Its key, or the range of its group; the outermost has neither. */
function nameOf(toggle: Element): string {
  const name = toggle.parentElement?.querySelector('.object-key, .array-key, .object-size');
  return name?.textContent.replaceAll('"', '').trim() || 'Whole value';
}

/** The library breaks text between any two letters, by a style attribute that no sheet overrules. */
function keepWords(tree: HTMLElement): void {
  for (const text of tree.querySelectorAll<HTMLElement>('.string-value')) text.style.wordBreak = '';
}

/** One stop of the Tab key in the whole tree: the toggle that had the focus last, or the first. */
function dress(tree: HTMLElement): void {
  keepWords(tree);
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
 * A ref for the element around a tree of react-json-view, whose toggles know the mouse only
 * (mac-s-g/react-json-view#355): it makes buttons of them, also of those that appear later.
 */
export function makeOperable(tree: HTMLElement | null) {
  if (!tree) return;
  const observer = new MutationObserver(() => dress(tree));
  const follow = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || !target.matches(toggles)) return;
    for (const toggle of tree.querySelectorAll<HTMLElement>(toggles)) toggle.tabIndex = -1;
    target.tabIndex = 0;
  };
  dress(tree);
  observer.observe(tree, { childList: true, subtree: true });
  tree.addEventListener('focusin', follow);
  return () => {
    observer.disconnect();
    tree.removeEventListener('focusin', follow);
  };
}

/** The keys of a tree: up and down go from toggle to toggle, right opens, left closes. */
export function operate(event: KeyboardEvent<HTMLElement>): void {
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
