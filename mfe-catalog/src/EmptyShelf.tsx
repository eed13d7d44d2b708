import { EmptyState, passFocusToHeading } from '@patchwork/shop/ui';
import type { ComponentProps } from 'react';
import styles from './EmptyShelf.module.css';
import hanger from './hanger.svg';
import { Bestsellers } from './product/Bestsellers.tsx';

/**
 * Says that a list is empty, beside a picture and two bestsellers. When it is removed, its pressed button with it, the
 * focus goes to the page's heading.
 */
export const EmptyShelf = (state: Omit<ComponentProps<typeof EmptyState>, 'picture'>) => (
  <div ref={passFocusToHeading} className={styles.shelf}>
    <EmptyState
      {...state}
      picture={
        <img className={`picture ${styles.picture}`} src={hanger} alt="" width={560} height={560} />
      }
    />
    <Bestsellers limit={2} />
  </div>
);
