import { LoadError, Spinner } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';
import { productListAtom, reloadProductListAtom } from '../../state/product-list.ts';
import { FirstCards } from './FirstCards.tsx';
import { NoMatch } from './NoMatch.tsx';
import { ProductPortions } from './ProductPortions.tsx';
import { queryOf } from './query-of.ts';
import styles from './Results.module.css';
import { readFirstCards } from './read-first-cards.ts';
import { useListTop } from './useListTop.ts';

export function Results() {
  const list = useAtomValue(productListAtom);
  const reload = useSetAtom(reloadProductListAtom);
  const top = useListTop(list);
  const [firstCards] = useState(readFirstCards);
  const { status, explanation, filters, isOutdated } = list;
  if (status === 'failed')
    return <LoadError message="The products could not be loaded." onRetry={() => reload()} />;
  if (status === 'loading') {
    const isWholeList = queryOf(list) === '';
    return isWholeList && firstCards.length > 0 ? (
      <FirstCards cards={firstCards} />
    ) : (
      <Spinner label="Loading products" />
    );
  }
  return (
    <div ref={top} className={styles.results} aria-busy={isOutdated}>
      {explanation ? (
        <NoMatch explanation={explanation} filters={filters} />
      ) : (
        <ProductPortions list={list} />
      )}
    </div>
  );
}
