import { PageHeading } from '@patchwork/ui';
import { useId } from 'react';
import { ClearFilters } from './ClearFilters.tsx';
import { FilterDrawer } from './FilterDrawer.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { ProductCount } from './ProductCount.tsx';
import styles from './ProductListPage.module.css';
import { Results } from './Results.tsx';

export function ProductListPage() {
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
      <div className={styles.results}>
        <Results />
      </div>
    </div>
  );
}
