import { type ComponentType, useEffect, useState } from 'react';
import styles from './Toasts.module.css';
import { TOAST_DURATION_MS, type Toast, type ToLink } from './toast.ts';

interface ToastsProps {
  /**
   * Subscribes `show` to all toasts and returns a function that unsubscribes. Must be the same function on every
   * render.
   */
  readonly subscribe: (show: (toast: Toast) => void) => () => void;
  /** The router's link. Without it, links reload the page. */
  readonly Link?: ToLink;
}

const loadLibrary = () => import(/* webpackChunkName: "toasts" */ './toast-library.tsx');

/** Calls `callback` at the first pointer press and at the first key press. Returns a function that cancels both. */
function onFirstPress(callback: () => void): () => void {
  const controller = new AbortController();
  const options = { once: true, capture: true, signal: controller.signal };
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, callback, options);
  return () => controller.abort();
}

/**
 * Container of the toasts. The shell, or a remote's stand-alone page, renders one. The library is loaded at the
 * shopper's first press, which comes before most toasts, or at the first toast. If it can't be loaded, toasts are plain
 * text.
 */
export function Toasts({ subscribe, Link }: ToastsProps) {
  const [Container, setContainer] = useState<ComponentType>();
  const [plain, setPlain] = useState<Toast>();

  useEffect(() => {
    async function load() {
      const library = await loadLibrary();
      setContainer(() => library.Container);
      return library.showToast;
    }
    // A failure needs no handling, because the next toast tries again.
    const stopWaiting = onFirstPress(() => {
      if (navigator.onLine) load().catch(() => undefined);
    });
    const unsubscribe = subscribe((toast) => {
      load().then(
        (showToast) => showToast(toast, Link),
        () => setPlain(toast),
      );
    });
    return () => {
      stopWaiting();
      unsubscribe();
    };
  }, [subscribe, Link]);

  useEffect(() => {
    if (!plain) return;
    const timer = setTimeout(() => setPlain(undefined), TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [plain]);

  // Screen readers announce additions only in live regions that exist already.
  return (
    <div aria-live="polite">
      {Container && <Container />}
      {plain && <p className={styles.plain}>{plain.text}</p>}
    </div>
  );
}
