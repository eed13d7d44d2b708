import { Button } from './Button.tsx';
import styles from './LoadError.module.css';

interface LoadErrorProps {
  /** One sentence: what could not be loaded. */
  message: string;
  onRetry: () => void;
}

/** A load failed, and can be tried again. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className={styles.error}>
      <p>{message}</p>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
