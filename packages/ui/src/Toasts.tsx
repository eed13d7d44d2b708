import { type ComponentType, useEffect, useState } from 'react';
import styles from './Toasts.module.css';
import { TOAST_DURATION_MS, type Toast, type ToLink } from './toast.ts';

interface ToastsProps {
  /**
   * Passes each toast to `show`, and returns a function that ends this. It must be the same function on every
   * render.
   */
  readonly subscribe: (show: (toast: Toast) => void) => () => void;
  /** The router's link. Left out: a link loads the page anew. */
  readonly Link?: ToLink;
}

const loadLibrary = () => import(/* webpackChunkName: "toasts" */ './toast-library.tsx');

/** Calls back when the shopper first presses a pointer or a key. Returns a function that ends the wait. */
function onFirstPress(callback: () => void): () => void {
  const controller = new AbortController();
  const options = { once: true, capture: true, signal: controller.signal };
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, callback, options);
  return () => controller.abort();
}

/**
 * The place of the toasts; the page's owner renders one. The library is loaded when the shopper first presses
 * something, which comes before most toasts, or at the first toast. While it can't be loaded, a toast is plain
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
    // A failure needs no handling: the next toast tries again.
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

  // Screen readers announce what is added to a region that they know already.
  return (
    <div aria-live="polite">
      {Container && <Container />}
      {plain && <p className={styles.plain}>{plain.text}</p>}
    </div>
  );
}
