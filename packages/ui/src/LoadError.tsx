import { Button } from './Button.tsx';
import { passFocusToMain } from './focus.ts';
import styles from './LoadError.module.css';
import { Spinner } from './Spinner.tsx';

interface LoadErrorProps {
  message: string;
  onRetry: () => void;
}

/** Says that a load failed, and offers to try again. When it is removed, the focus goes to the page. */
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

interface ListStatusProps {
  /** Name of the list for the shopper: 'cart', 'orders'. */
  list: string;
  /** Load state of the list. After a failed reload `data` is the earlier list. */
  load: {
    readonly isError: boolean;
    readonly data: readonly unknown[] | undefined;
    readonly refetch: () => Promise<unknown>;
  };
}

/**
 * Shows a spinner until a shopper's list is there. If the last load failed, says that the list is missing or may
 * be out of date, and offers to try again.
 */
export function ListStatus({ list, load: { isError, data, refetch } }: ListStatusProps) {
  if (!isError) return data ? null : <Spinner label={`Loading your ${list}`} />;
  const outcome = data?.length ? 'brought up to date' : 'loaded';
  return (
    <LoadError message={`Your ${list} could not be ${outcome}.`} onRetry={() => void refetch()} />
  );
}
