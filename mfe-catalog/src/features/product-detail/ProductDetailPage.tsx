import { Link, pathToAtom, useParams } from '@patchwork/shop';
import { buttonLook, EmptyState, LoadError, PageHeading, Spinner } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import page from '../../Page.module.css';
import { loadedProductsAtom } from '../../state/product-list.ts';
import { productAtom } from '../../state/products.ts';
import styles from './ProductView.module.css';
import { ProductView } from './ProductView.tsx';

function NotFound() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${page.page}`}>
      <PageHeading>Product not found</PageHeading>
      <EmptyState
        actions={
          <Link to={pathTo('product-list')} {...buttonLook()}>
            Back to the shop
          </Link>
        }
      >
        <p>The link may be old, or the piece is no longer sold.</p>
      </EmptyState>
    </div>
  );
}

interface ProductDetailProps {
  readonly productId: string;
}

function ProductDetail({ productId }: ProductDetailProps) {
  const [loadAtom] = useState(() => productAtom(productId));
  const { data, error, isError, refetch } = useAtomValue(loadAtom);
  const listed = useAtomValue(loadedProductsAtom).find(({ id }) => id === productId);

  // A product that no longer exists is not shown, even if the list or the page's HTML has it.
  if (error?.kind === 'status' && error.status === 404) return <NotFound />;
  if (data) return <ProductView product={data} />;
  if (listed) return <ProductView product={listed} />;
  return (
    <div className={`container ${styles.waiting}`}>
      <div className="visually-hidden">
        <PageHeading>{isError ? 'Product not loaded' : 'Loading the product'}</PageHeading>
      </div>
      <Spinner label="Loading the product" />
      {isError && (
        <LoadError message="The product could not be loaded." onRetry={() => refetch()} />
      )}
    </div>
  );
}

/**
 * The page of a product. A product that the list has loaded is shown at once; else a spinner stays until it is
 * loaded.
 */
export function ProductDetailPage() {
  const { productId = '' } = useParams();
  return <ProductDetail key={productId} productId={productId} />;
}
