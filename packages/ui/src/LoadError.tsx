import { Button } from './Button.tsx';
import styles from './LoadError.module.css';
import { passFocusToMain } from './pass-focus-on.ts';

interface LoadErrorProps {
  /** One sentence: what could not be loaded. */
  message: string;
  onRetry: () => void;
}

/** A load failed and can be tried again. When it is removed, the focus goes to the page. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  return (
    <div ref={passFocusToMain} role="alert" className={styles.error}>
      <p>{message}</p>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
