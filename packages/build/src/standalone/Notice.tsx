import { EmptyState, PageHeading } from '@patchwork/shop/ui';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

interface NoticeProps {
  readonly heading: string;
  readonly children: ReactNode;
}

/** Takes the place of a page, and says why. */
export const Notice = ({ heading, children }: NoticeProps) => (
  <div className={`container ${styles.notice}`}>
    <PageHeading>{heading}</PageHeading>
    <EmptyState>
      <p>{children}</p>
    </EmptyState>
  </div>
);
