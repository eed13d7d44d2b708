import { PageHeading } from '@patchwork/shop/ui';
import type { ReactNode } from 'react';
import styles from './ProductView.module.css';

interface ProductFrameProps {
  title: string;
  picture: ReactNode;
  children?: ReactNode;
}

/** Picture and title, where they stay when the rest follows. */
export const ProductFrame = ({ title, picture, children }: ProductFrameProps) => (
  <div className={`container ${styles.page}`}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.words}>
      <PageHeading>{title}</PageHeading>
      {children}
    </div>
  </div>
);
