import { passFocusToMain } from '@patchwork/host/focus';
import { Button } from './Button.tsx';
import styles from './LoadError.module.css';
import { Spinner } from './Spinner.tsx';
import * as t from './texts/ui.ts';

interface LoadErrorProps {
  message: string;
  onRetry: () => void;
}

/** Message that a load failed, with 'Try again'. When it is removed with the focus in it, `<main>` gets the focus. */
export function LoadError({ message, onRetry }: LoadErrorProps) {
  return (
    <div ref={passFocusToMain} role="alert" className={styles.error}>
      <p>{message}</p>
      <Button variant="quiet" onClick={onRetry}>
        {t.tryAgain}
      </Button>
    </div>
  );
}

interface ListStatusProps {
  /** Name of the list: 'cart', 'orders', 'wishlist', 'addresses'. In English it is displayed. */
  list: string;
  /** Load state of the list. After a failed reload, `data` is the earlier list. */
  load: {
    readonly isError: boolean;
    readonly data: readonly unknown[] | undefined;
    readonly refetch: () => Promise<unknown>;
  };
}

/**
 * Load state of a shopper's list: a spinner while it loads or, after a failure, a message that it could not be loaded
 * or updated, with 'Try again'. Renders nothing once the list is loaded.
 */
export function ListStatus({ list, load: { isError, data, refetch } }: ListStatusProps) {
  if (!isError) return data ? null : <Spinner label={t.listLoading({ list })} />;
  const message = data?.length ? t.listNotUpdated : t.listNotLoaded;
  return <LoadError message={message({ list })} onRetry={() => void refetch()} />;
}
