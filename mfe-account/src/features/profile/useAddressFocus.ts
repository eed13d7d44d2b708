import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** After a form or a card is removed: where the focus goes, and what a screen reader announces. */
export function useAddressFocus() {
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const editButtons = useRef(new Map<string, HTMLButtonElement>());
  const [news, setNews] = useState('');

  return {
    root,
    addButton,
    news,
    editButton: (id: string) => (button: HTMLButtonElement | null) => {
      if (button) editButtons.current.set(id, button);
      else editButtons.current.delete(id);
    },
    /**
     * Renders the change at once, as the element to focus does not exist before. Without an id the focus
     * goes to 'Add New Address', or into the form that replaces it.
     */
    change: (action: () => void, what: string, focusOn?: string) => {
      flushSync(() => {
        action();
        setNews(what);
      });
      const id = focusOn ?? '';
      const button = editButtons.current.get(id) ?? addButton.current;
      (button ?? root.current?.querySelector('input'))?.focus();
    },
  };
}
