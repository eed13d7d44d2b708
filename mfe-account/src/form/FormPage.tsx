import { PageHeading, Stitch } from '@patchwork/shop/ui';
import type { ReactNode } from 'react';
import styles from './FormPage.module.css';

interface FormPageProps {
  heading: string;
  /** Why an account helps, and a link to the other form. */
  introduction: ReactNode;
  children: ReactNode;
}

export function FormPage({ heading, introduction, children }: FormPageProps) {
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.introduction}>
        <PageHeading>{heading}</PageHeading>
        <Stitch />
        {introduction}
      </div>
      {children}
    </div>
  );
}
