import { type ComponentType, useEffect, useState } from 'react';
import styles from './Toasts.module.css';
import { TOAST_DURATION_MS, type Toast } from './toast.ts';
import { whenIdle } from './whenIdle.ts';

interface ToastsProps {
  /** Passes each toast to `show`; returns what ends that. The same function on every render. */
  readonly subscribe: (show: (toast: Toast) => void) => () => void;
}

const loadLibrary = () => import(/* webpackChunkName: "toasts" */ './toast-library.tsx');

/**
 * Where toasts appear; the page's owner renders one. The library is loaded when the browser is idle or
 * at the first toast. While it can't be loaded, a toast is plain text.
 */
export function Toasts({ subscribe }: ToastsProps) {
  const [Container, setContainer] = useState<ComponentType>();
  const [plain, setPlain] = useState<Toast>();

  useEffect(() => {
    async function load() {
      const library = await loadLibrary();
      setContainer(() => library.Container);
      return library.showToast;
    }
    // A failure is not lost: the next toast tries again.
    whenIdle(() => load().catch(() => undefined));
    return subscribe((toast) => {
      load().then(
        (showToast) => showToast(toast),
        () => setPlain(toast),
      );
    });
  }, [subscribe]);

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
