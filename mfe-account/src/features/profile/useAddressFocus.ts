import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Where the focus goes once a form or a card is gone, and what a screen reader is told of it. */
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
     * Commits the change, as what is to have the focus is not there before. Without an id the focus
     * goes to 'Add New Address', or into the form that stands in its place.
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
