import { useEffect } from 'react';

/** As aria-keyshortcuts writes it. */
export const shortcut = 'Alt+Shift+D';

/** By the key's position: with Alt, the letter of a Mac's D key is another one. AltGr counts as Ctrl and Alt. */
const isPressed = ({ code, altKey, shiftKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  code === 'KeyD' && altKey && shiftKey && !ctrlKey && !metaKey && !repeat;

/** Listens wherever the focus is, in text fields too: this combination types no letter. */
export function useShortcut(onPress: () => void): void {
  useEffect(() => {
    const pressIfShortcut = (event: KeyboardEvent) => {
      if (!isPressed(event)) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', pressIfShortcut);
    return () => window.removeEventListener('keydown', pressIfShortcut);
  }, [onPress]);
}
