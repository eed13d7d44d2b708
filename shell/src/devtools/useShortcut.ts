import { useEffect } from 'react';

/** As aria-keyshortcuts writes it. */
export const shortcut = 'Alt+Shift+D';

/** By the key's place: with Alt, a Mac's "d" is another letter. AltGr counts as Ctrl and Alt. */
const isPressed = ({ code, altKey, shiftKey, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  code === 'KeyD' && altKey && shiftKey && !ctrlKey && !metaKey && !repeat;

/** Hears the shortcut wherever the focus is, in text fields too: nobody types this. */
export function useShortcut(onPress: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!isPressed(event)) return;
      event.preventDefault();
      onPress();
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [onPress]);
}
