import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  /** Left out where the page's own heading says it already. */
  title?: string;
  children?: ReactNode;
  /** Buttons and links: the ways on from here. */
  actions?: ReactNode;
}

/** Nothing is here, why, and where to go. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {children}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
