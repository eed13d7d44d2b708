import { type Product, priceTexts } from '@patchwork/shop/domain';
import { PageHeading, Price, Stitch } from '@patchwork/shop/ui';
import { CartAction } from '../../product/CartAction.tsx';
import { ProductImage } from '../../product/ProductImage.tsx';
import { Rating } from '../../product/Rating.tsx';
import { WishlistButton } from '../../product/WishlistToggle.tsx';
import styles from './ProductView.module.css';

interface ProductViewProps {
  product: Product;
}

export function ProductView({ product }: ProductViewProps) {
  const { deliveryDays } = product;
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.picture}>
        <ProductImage src={product.image} eager />
      </div>
      <div className={styles.words}>
        <PageHeading>{product.title}</PageHeading>
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
      </div>
    </div>
  );
}
