import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { passFocusToMain } from './focus.ts';
import styles from './states.module.css';

// Components that stand for content: while it loads, when that failed or a form was not sent, and when there is none.

interface SpinnerProps {
  /** The text for a screen reader. */
  label?: string;
}

/** Three dots in 180 by 180 px, shown while something loads. */
export function Spinner({ label = 'Loading' }: SpinnerProps) {
  return (
    <div role="status" className="spinner">
      <span className="spinner-dot" />
      <span className="spinner-dot" />
      <span className="spinner-dot" />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}

interface LoadErrorProps {
  message: string;
  onRetry: () => void;
}

/** A load failed and can be tried again. When it is removed, the focus goes to the page. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  return (
    <div ref={passFocusToMain} role="alert" className={styles.loadError}>
      <p>{message}</p>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

interface ListStatusProps {
  /** As the shopper knows it: 'cart', 'orders'. */
  list: string;
  /** Load state of the list. After a failed reload `data` is the earlier list. */
  load: {
    readonly isError: boolean;
    readonly data: readonly unknown[] | undefined;
    readonly refetch: () => Promise<unknown>;
  };
}

/**
 * A spinner until a shopper's list is there. When its last load failed, it says that the list is missing or
 * may be out of date, and offers to try again.
 */
export function ListStatus({ list, load: { isError, data, refetch } }: ListStatusProps) {
  if (!isError) return data ? null : <Spinner label={`Loading your ${list}`} />;
  const outcome = data?.length ? 'brought up to date' : 'loaded';
  return (
    <LoadError message={`Your ${list} could not be ${outcome}.`} onRetry={() => void refetch()} />
  );
}

interface FormErrorProps {
  /** Why the form was not sent, or what the server refused. Undefined: nothing is shown. */
  message: string | undefined;
}

/** The error line of a whole form. It is scrolled into view when it appears. */
export function FormError({ message }: FormErrorProps) {
  const alert = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (message !== undefined) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [message]);

  if (message === undefined) return null;
  return (
    <p ref={alert} role="alert" className={styles.formError}>
      {message}
    </p>
  );
}

interface EmptyStateProps {
  /** Left out where the page's heading says the same. */
  title?: string;
  children?: ReactNode;
  /** Buttons and links: what the shopper can do next. */
  actions?: ReactNode;
}

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {title !== undefined && <h2 className={styles.emptyTitle}>{title}</h2>}
      {children}
      {actions !== undefined && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  );
}
