import { isFocusLost } from '@patchwork/shop/ui';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** After a form or a card is removed: where the focus goes, and what a screen reader announces. */
export function useAddressFocus() {
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const editButtons = useRef(new Map<string, HTMLButtonElement>());
  const [news, setNews] = useState('');
  /** The address whose card is still to come, and what has the focus until then. */
  const awaited = useRef<{ readonly id: string; readonly focused: Element | undefined | null }>(
    null,
  );

  return {
    root,
    addButton,
    news,
    /** What a screen reader announces while the API answers; '' where it refused. */
    announce: setNews,
    editButton: (id: string) => (button: HTMLButtonElement | null) => {
      if (!button) return void editButtons.current.delete(id);
      editButtons.current.set(id, button);
      if (awaited.current?.id !== id) return;
      if (document.activeElement === awaited.current.focused) button.focus();
      awaited.current = null;
    },
    /**
     * Renders the change at once, as the element to focus does not exist before. Without an id the focus
     * goes to 'Add New Address', or into the form that replaces it; likewise until its card is there. A
     * shopper who has gone on while the API answered keeps the focus: it is neither lost nor on `pressed`.
     */
    change: (action: () => void, what: string, focusOn?: string, pressed?: Element | null) => {
      flushSync(() => {
        action();
        setNews(what);
      });
      const button = editButtons.current.get(focusOn ?? '');
      const focused = button ?? addButton.current ?? root.current?.querySelector('input');
      awaited.current = button || focusOn === undefined ? null : { id: focusOn, focused };
      if (isFocusLost() || document.activeElement === pressed) focused?.focus();
    },
  };
}
