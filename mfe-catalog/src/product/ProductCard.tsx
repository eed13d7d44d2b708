import { pathToAtom } from '@patchwork/shop';
import { type Product, priceTexts } from '@patchwork/shop/domain';
import { Price } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { memo } from 'react';
import { CoveringLink } from '../CoveringLink.tsx';
import { CartAction } from './CartAction.tsx';
import styles from './ProductCard.module.css';
import { ProductImage } from './ProductImage.tsx';
import { Rating } from './Rating.tsx';
import { WishlistHeart } from './WishlistToggle.tsx';

interface ProductCardProps {
  product: Product;
  /** Whether it is among the first on the page: its picture is not loaded lazily then. */
  eager?: boolean;
}

/**
 * A product in a grid. Memoized: a change of the filters renders the list twice, with the new products and with
 * the new address.
 */
export const ProductCard = memo(function ProductCard({ product, eager = false }: ProductCardProps) {
  const pathTo = useAtomValue(pathToAtom);
  // Made from the product, as useId gives other ids on the server. Elements that are rendered later refer to
  // this id, too.
  const titleId = `product-${encodeURIComponent(product.id)}`;
  return (
    <article className={styles.card} aria-labelledby={titleId} data-in-stock={product.inStock}>
      <div className={styles.picture}>
        <ProductImage src={product.image} eager={eager} />
      </div>
      {/* The link covers the whole card. */}
      <h2 className={styles.title} id={titleId}>
        <CoveringLink to={pathTo('product', { productId: product.id })}>
          {product.title}
        </CoveringLink>
      </h2>
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
    </article>
  );
});
