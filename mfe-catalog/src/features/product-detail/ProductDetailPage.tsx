import { useParams } from '@patchwork/shop';
import { LoadError, PageHeading, Spinner } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { firstWordsOf } from '../../first-words.ts';
import { loadedProductsAtom } from '../../state/product-list.ts';
import { productAtom } from '../../state/products.ts';
import { FirstWords } from './FirstWords.tsx';
import { NotFound } from './NotFound.tsx';
import styles from './ProductDetailPage.module.css';
import { ProductView } from './ProductView.tsx';

/**
 * What the page's first words say of the product, so that it stays until the product is loaded. Undefined once
 * the shop has replaced them.
 */
function readFirstWords() {
  const words = firstWordsOf('product');
  const title = words?.querySelector('h1')?.textContent;
  const image = words?.querySelector('img')?.getAttribute('src');
  return title && image ? { title, image } : undefined;
}

/** One product. It shows at once if the list has loaded it; the spinner stays until there is one. */
export function ProductDetailPage() {
  const { productId = '' } = useParams();
  const loadAtom = useMemo(() => productAtom(productId), [productId]);
  const { data, error, isError, refetch } = useAtomValue(loadAtom);
  const listed = useAtomValue(loadedProductsAtom).find(({ id }) => id === productId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of one product.
  const words = useMemo(readFirstWords, [productId]);

  if (data) return <ProductView product={data} />;
  if (error?.kind === 'status' && error.status === 404) return <NotFound />;
  if (listed) return <ProductView product={listed} />;
  if (words && !isError) return <FirstWords {...words} />;
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
