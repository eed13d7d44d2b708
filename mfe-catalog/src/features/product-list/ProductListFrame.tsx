import { PageHeading } from '@patchwork/shop/ui';
import { type ReactNode, useId } from 'react';
import { FilterDrawer } from './FilterDrawer.tsx';
import { ClearFilters, FilterPanel } from './FilterPanel.tsx';
import { ProductCount } from './ProductCount.tsx';
import styles from './ProductListFrame.module.css';

interface ProductListFrameProps {
  children: ReactNode;
}

/** The list's page around its products. */
export function ProductListFrame({ children }: ProductListFrameProps) {
  const filtersId = useId();
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>The collection</PageHeading>
      <aside className={styles.side} aria-labelledby={filtersId}>
        <div className={styles.sideBar}>
          <h2 className={styles.sideHeading} id={filtersId}>
            Filters
          </h2>
          <ClearFilters />
        </div>
        <FilterPanel />
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
