import { Link, pathToAtom, useParams } from '@patchwork/shop';
import { buttonLook, EmptyState, LoadError, PageHeading, Spinner } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import page from '../../Page.module.css';
import { Slot } from '../../slots.ts';
import { knownProductsAtom } from '../../state/catalogue.ts';
import { productAtom } from '../../state/products.ts';
import { forgetViewedAtom, viewProductAtom } from '../../state/recently-viewed.ts';
import * as t from '../../texts/product.ts';
import styles from './ProductView.module.css';
import { ProductView } from './ProductView.tsx';

function NotFound() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${page.page}`}>
      <PageHeading>{t.notFound}</PageHeading>
      <EmptyState
        actions={
          <Link to={pathTo('product-list')} {...buttonLook()}>
            {t.backToShop}
          </Link>
        }
      >
        <p>{t.goneNote}</p>
      </EmptyState>
      <Slot name="product-recommendations" props={{ products: [] }} />
    </div>
  );
}

interface ProductDetailPageProps {
  /** Slot at the end of a product's page. */
  readonly children?: ReactNode;
}

interface ProductDetailProps extends ProductDetailPageProps {
  readonly productId: string;
}

function ProductDetail({ productId, children }: ProductDetailProps) {
  const loadAtom = useMemo(() => productAtom(productId), [productId]);
  const { data, error, isError, refetch } = useAtomValue(loadAtom);
  const known = useAtomValue(knownProductsAtom).find((each) => each?.id === productId);

  // A product that no longer exists is not shown, even if the list or the page's HTML still has it.
  const isGone = error?.kind === 'status' && error.status === 404;
  const product = isGone ? undefined : (data ?? known);

  const view = useSetAtom(viewProductAtom);
  const forget = useSetAtom(forgetViewedAtom);
  // Before the paint: the row of viewed products must not show the sibling that was viewed until now.
  useLayoutEffect(() => {
    if (isGone) forget(productId);
    else if (product) view(product);
  }, [isGone, forget, productId, product, view]);

  if (isGone) return <NotFound />;
  if (product)
    return (
      <ProductView
        // A sibling's page is the same page: focus, scroll position and open texts stay.
        key={product.style ?? productId}
        product={product}
        onReload={isError ? () => void refetch() : undefined}
      >
        {children}
      </ProductView>
    );
  return (
    <div className={`container ${styles.waiting}`}>
      <div className="visually-hidden">
        <PageHeading>{isError ? t.notLoadedHeading : t.loading}</PageHeading>
      </div>
      <Spinner label={t.loading} />
      {isError && <LoadError message={t.notLoaded} onRetry={() => refetch()} />}
    </div>
  );
}

/**
 * Page of a product. A product that is already known is shown at once; otherwise there is a spinner until it is loaded.
 */
export function ProductDetailPage({ children }: ProductDetailPageProps) {
  const { productId = '' } = useParams();
  return <ProductDetail productId={productId}>{children}</ProductDetail>;
}
