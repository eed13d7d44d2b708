import { pathToAtom } from '@patchwork/shop';
import { type Product, priceTexts } from '@patchwork/shop/domain';
import { Price } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { memo, type ReactNode, useId } from 'react';
import { CoveringLink } from '../CoveringLink.tsx';
import { CartAction } from './CartAction.tsx';
import styles from './ProductCard.module.css';
import { ProductImage } from './ProductImage.tsx';
import { Rating } from './Rating.tsx';
import { WishlistHeart } from './WishlistToggle.tsx';

interface CardFrameProps {
  /** The path of the product's page. */
  to: string;
  title: string;
  titleId: string;
  picture: ReactNode;
  isInStock?: boolean;
  children: ReactNode;
}

/** Picture and title of a card, where they stay when the rest follows. The title's link covers the whole card. */
export const CardFrame = (props: CardFrameProps) => (
  <article className={styles.card} aria-labelledby={props.titleId} data-in-stock={props.isInStock}>
    <div className={styles.picture}>{props.picture}</div>
    <h2 className={styles.title} id={props.titleId}>
      <CoveringLink to={props.to}>{props.title}</CoveringLink>
    </h2>
    {props.children}
  </article>
);

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
