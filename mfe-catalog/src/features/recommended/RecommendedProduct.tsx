import { pathToAtom } from '@patchwork/shop';
import { type Product, priceTexts } from '@patchwork/shop/domain';
import { Price } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { CoveringLink } from '../../CoveringLink.tsx';
import { CartAction } from '../../product/CartAction.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import styles from './RecommendedProduct.module.css';

interface RecommendedProductProps {
  readonly product: Product;
}

/** A small card of one height. The title's link covers it, as on the list's cards. */
export function RecommendedProduct({ product }: RecommendedProductProps) {
  const pathTo = useAtomValue(pathToAtom);
  const titleId = useId();
  return (
    <div className={styles.card}>
      <div className={styles.picture}>
        <ProductImage src={product.image} />
      </div>
      <h3 className={styles.title} id={titleId}>
        <CoveringLink to={pathTo('product', { productId: product.id })}>
          {product.title}
        </CoveringLink>
      </h3>
      <div className={styles.price}>
        <Price {...priceTexts(product)} />
      </div>
      <div className={styles.action}>
        <CartAction product={product} variant="quiet" describedBy={titleId} />
      </div>
    </div>
  );
}
