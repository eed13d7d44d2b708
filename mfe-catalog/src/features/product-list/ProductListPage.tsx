import { LoadError, PageHeading, Spinner } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { BelowShortList } from '../../product/BelowShortList.tsx';
import { changedFiltersAtom, useKeptFilters } from '../../state/filters.ts';
import {
  type ProductList,
  productListAtom,
  queryOf,
  reloadProductListAtom,
} from '../../state/product-list.ts';
import * as t from '../../texts/list.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { FilterDrawer } from './FilterDrawer.tsx';
import { ClearFilters, FilterPanel, SortChoices } from './FilterPanel.tsx';
import { NoMatch } from './NoMatch.tsx';
import { ProductCount } from './ProductCount.tsx';
import styles from './ProductListPage.module.css';
import { ProductPortions } from './ProductPortions.tsx';

/**
 * Returns a ref for the list's element. After a change of the filters, scrolls the page back to the top of the list.
 * After Back and Forward, leaves the scroll position to the router.
 */
function useListTop(list: ProductList): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const changed = useAtomValue(changedFiltersAtom);
  const seen = useRef(changed);
  const isShown = changed !== null && queryOf(changed) === queryOf(list);
  useLayoutEffect(() => {
    if (!isShown || seen.current === changed) return;
    seen.current = changed;
    const { top = 0 } = element.current?.getBoundingClientRect() ?? {};
    if (top < 0) element.current?.scrollIntoView({ behavior: 'instant' });
  }, [changed, isShown]);
  return element;
}

function Results() {
  const list = useAtomValue(productListAtom);
  const reload = useSetAtom(reloadProductListAtom);
  const top = useListTop(list);
  const { status, explanation, filters, corrected, isOutdated, isStale } = list;
  if (status === 'failed') return <LoadError message={t.notLoaded} onRetry={() => reload()} />;
  if (status === 'loading') return <Spinner label={t.loading} />;
  return (
    <div ref={top} className={styles.results} aria-busy={isOutdated}>
      {isStale && <LoadError message={t.notUpdated} onRetry={() => reload()} />}
      {explanation ? (
        <NoMatch explanation={explanation} filters={filters} corrected={corrected} />
      ) : (
        <>
          <ProductPortions list={list} />
          <BelowShortList slot="list-recommendations" products={list.products} />
        </>
      )}
    </div>
  );
}

export function ProductListPage() {
  useKeptFilters();
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{t.heading}</PageHeading>
      <aside className={styles.side} aria-labelledby="filters">
        <div className={styles.sideBar}>
          <h2 className={styles.sideHeading} id="filters">
            {t.filters}
          </h2>
          <ClearFilters />
        </div>
        <FilterPanel place="side" />
      </aside>
      <div className={styles.bar}>
        <ProductCount />
        <div className={styles.wide}>
          <SortChoices name="bar-sort" look="bar" />
        </div>
        <div className={styles.small}>
          <FilterDrawer />
        </div>
      </div>
      <div className={styles.area}>
        <ActiveFilters />
        <Results />
      </div>
    </div>
  );
}
