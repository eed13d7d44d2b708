import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  /** Left out if the page's heading says the same. */
  title?: string;
  children?: ReactNode;
  /** Buttons and links: what the shopper can do next. */
  actions?: ReactNode;
}

/** Says that there is nothing to show, why, and what to do next. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
