import { pathToAtom } from '@patchwork/shop';
import { type Product, priceTexts } from '@patchwork/shop/domain';
import { Price } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { memo, useId } from 'react';
import { CardFrame } from './CardFrame.tsx';
import { CartAction } from './CartAction.tsx';
import styles from './ProductCard.module.css';
import { ProductImage } from './ProductImage.tsx';
import { Rating } from './Rating.tsx';
import { WishlistHeart } from './WishlistHeart.tsx';

interface ProductCardProps {
  product: Product;
  /** One of the first on the page: its picture is not loaded lazily. */
  eager?: boolean;
}

/**
 * A product in a grid. Memoized: a change of the filters renders the list twice, with the new products and with
 * the new address.
 */
export const ProductCard = memo(function ProductCard({ product, eager = false }: ProductCardProps) {
  const pathTo = useAtomValue(pathToAtom);
  const titleId = useId();
  return (
    <CardFrame
      to={pathTo('product', { productId: product.id })}
      title={product.title}
      titleId={titleId}
      picture={<ProductImage src={product.image} eager={eager} />}
      isInStock={product.inStock}
    >
      <Price {...priceTexts(product)} />
      <p className={styles.facts}>
        <Rating rating={product.rating} />
        <span>Size {product.size}</span>
      </p>
      <div className={styles.action}>
        <CartAction product={product} variant="quiet" describedBy={titleId} />
      </div>
      <div className={styles.heart}>
        <WishlistHeart product={product} />
      </div>
    </CardFrame>
  );
});
