import { PageHeading } from '@patchwork/shop/ui';
import type { ReactNode } from 'react';
import { FilterDrawer } from './FilterDrawer.tsx';
import { ClearFilters, FilterPanel } from './FilterPanel.tsx';
import { ProductCount } from './ProductCount.tsx';
import styles from './ProductListFrame.module.css';

interface ProductListFrameProps {
  children: ReactNode;
}

/** The list's page around its products. */
export function ProductListFrame({ children }: ProductListFrameProps) {
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>The collection</PageHeading>
      <aside className={styles.side} aria-labelledby="filters">
        <div className={styles.sideBar}>
          <h2 className={styles.sideHeading} id="filters">
            Filters
          </h2>
          <ClearFilters />
        </div>
        <FilterPanel place="side" />
      </aside>
      <div className={styles.bar}>
        <ProductCount />
        <div className={styles.small}>
          <FilterDrawer />
        </div>
      </div>
      <div className={styles.results}>{children}</div>
    </div>
  );
}
