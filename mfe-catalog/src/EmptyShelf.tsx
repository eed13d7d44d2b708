import { EmptyState, Picture, passFocusToHeading } from '@patchwork/shop/ui';
import type { ComponentProps } from 'react';
import styles from './EmptyShelf.module.css';
import hanger from './hanger.svg';
import { Bestsellers } from './product/Bestsellers.tsx';

/**
 * Empty state of a list, with a picture and two bestsellers. If it is removed while it has the focus, the page's
 * heading gets the focus.
 */
export const EmptyShelf = (state: Omit<ComponentProps<typeof EmptyState>, 'picture'>) => (
  <div ref={passFocusToHeading} className={styles.shelf}>
    <EmptyState
      {...state}
      picture={<Picture className="picture" src={hanger} alt="" width={560} height={560} />}
    />
    <Bestsellers limit={2} />
  </div>
);
