import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  /** Left out if the page's heading says the same. */
  title?: string;
  /** An `img` or `svg` without a text of its own: beside the words on a wide screen, above them on a narrow one. */
  picture?: ReactNode;
  /** A sentence, and products that may be liked. */
  children?: ReactNode;
  /** Buttons and links: what the shopper can do next. */
  actions?: ReactNode;
}

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState({ title, picture, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {picture !== undefined && <div className={styles.picture}>{picture}</div>}
      <div className={styles.content}>
        {title !== undefined && <h2 className={styles.title}>{title}</h2>}
        {children}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
