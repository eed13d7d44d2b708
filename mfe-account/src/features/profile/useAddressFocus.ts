import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** After a form or a card is removed: where the focus goes, and what a screen reader announces. */
export function useAddressFocus() {
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const editButtons = useRef(new Map<string, HTMLButtonElement>());
  const [news, setNews] = useState('');
  /** The address whose card is still to come. */
  const awaited = useRef<string>(null);

  return {
    root,
    addButton,
    news,
    /** What a screen reader announces while the API answers; '' where it refused. */
    announce: setNews,
    editButton: (id: string) => (button: HTMLButtonElement | null) => {
      if (!button) return void editButtons.current.delete(id);
      editButtons.current.set(id, button);
      if (awaited.current !== id) return;
      awaited.current = null;
      button.focus();
    },
    /**
     * Renders the change at once, as the element to focus does not exist before. Without an id the focus
     * goes to 'Add New Address', or into the form that replaces it; likewise until its card is there.
     */
    change: (action: () => void, what: string, focusOn?: string) => {
      flushSync(() => {
        action();
        setNews(what);
      });
      const button = editButtons.current.get(focusOn ?? '');
      awaited.current = button ? null : (focusOn ?? null);
      (button ?? addButton.current ?? root.current?.querySelector('input'))?.focus();
    },
  };
}
