import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  /** Heading. Leave it out if the page's heading says the same. */
  title?: string;
  /** A decorative `img` or `svg`: beside the text on wide screens, above it on narrow ones. */
  picture?: ReactNode;
  /** A sentence, and products that the shopper may like. */
  children?: ReactNode;
  /** Buttons and links for the next step. */
  actions?: ReactNode;
}

/** Message that there is nothing to show, with the reason and the next step. */
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
