import { type RefObject, useLayoutEffect } from 'react';

/** Below this width the drawer covers the whole page: see Drawer.module.css. */
const narrow = '(width < 40rem)';

/**
 * Shows the dialog without blocking the page. On a small screen it covers the page, so it is modal:
 * the focus must not go to something hidden. The focus goes to the selected tab, and returns to where
 * it was if the dialog holds it when it closes.
 */
export function useDialogMode(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const before = document.activeElement;
    const query = matchMedia(narrow);
    const show = () => {
      element.close();
      if (query.matches) element.showModal();
      else element.show();
      element.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
    };
    const showAgain = () => {
      const focused = document.activeElement;
      show();
      if (focused instanceof HTMLElement && element.contains(focused)) focused.focus();
    };
    show();
    query.addEventListener('change', showAgain);
    return () => {
      query.removeEventListener('change', showAgain);
      if (!element.contains(document.activeElement)) return;
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [dialog]);
}
