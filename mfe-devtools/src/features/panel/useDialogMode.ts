import { type RefObject, useLayoutEffect } from 'react';

/** Where the drawer covers the whole page, as Drawer.module.css has it. */
const narrow = '(width < 40rem)';

/**
 * Shows the dialog beside the page, which stays usable; on a small screen, where it covers the page,
 * it is modal, so that the focus can't go where nobody sees it. The focus goes to the chosen tab, and
 * back to where it was when the dialog leaves with the focus inside.
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
