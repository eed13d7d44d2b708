import { wishlistAtom } from '@patchwork/shop';
import { isWished, type Product, priceTexts } from '@patchwork/shop/domain';
import { Button, PageHeading, Price, Stitch } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { CartAction } from '../../product/CartAction.tsx';
import { HeartIcon } from '../../product/icons.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import { Rating } from '../../product/Rating.tsx';
import { toggleWishlistAtom } from '../../state/lists.ts';
import styles from './ProductView.module.css';

interface ProductFrameProps {
  title: string;
  picture: ReactNode;
  children?: ReactNode;
}

/** Picture and title, where they stay when the rest follows. */
export const ProductFrame = ({ title, picture, children }: ProductFrameProps) => (
  <div className={`container ${styles.page}`}>
    <div className={styles.picture}>{picture}</div>
    <div className={styles.words}>
      <PageHeading>{title}</PageHeading>
      {children}
    </div>
  </div>
);

interface WishlistButtonProps {
  product: Product;
}

function WishlistButton({ product }: WishlistButtonProps) {
  const wished = isWished(useAtomValue(wishlistAtom).items, product.id);
  const toggleWishlist = useSetAtom(toggleWishlistAtom);
  return (
    <Button variant="quiet" onClick={() => toggleWishlist(product)}>
      <HeartIcon filled={wished} />
      {wished ? 'Remove from wishlist' : 'Wishlist'}
    </Button>
  );
}

interface ProductViewProps {
  product: Product;
}

export function ProductView({ product }: ProductViewProps) {
  const { deliveryDays } = product;
  return (
    <ProductFrame title={product.title} picture={<ProductImage src={product.image} eager />}>
      <p className={styles.rating}>
        <Rating rating={product.rating} />
        <span>{product.reviews} Reviews</span>
      </p>
      <div>
        <Price {...priceTexts(product)} size="large" />
        <p className={styles.quiet}>inclusive of all taxes</p>
      </div>
      <p className={styles.offers}>Best Offers</p>
      <Stitch />
      <p>
        Availabilty:{' '}
        <strong className={styles.stock} data-in-stock={product.inStock}>
          {product.inStock ? 'In Stock' : 'Out of Stock'}
        </strong>
      </p>
      <p>{product.description}</p>
      <p>
        Size: <strong>{product.size}</strong>
      </p>
      <p>
        Get it in {deliveryDays} {deliveryDays === 1 ? 'day' : 'days'}
      </p>
      <div className={styles.actions}>
        <CartAction product={product} variant="primary" />
        <WishlistButton product={product} />
      </div>
    </ProductFrame>
  );
}
