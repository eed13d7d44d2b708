import { type Product, priceTexts } from '@patchwork/shop/domain';
import { Price } from '@patchwork/shop/ui';
import { memo, useState } from 'react';
import * as t from '../texts/card.ts';
import { CartAction } from './CartAction.tsx';
import styles from './ProductCard.module.css';
import { ProductImage } from './ProductImage.tsx';
import { ProductLink } from './ProductLink.tsx';
import { Rating } from './Rating.tsx';
import { Sizes } from './Sizes.tsx';
import { WishlistHeart } from './WishlistToggle.tsx';

interface ProductCardProps {
  product: Product;
  /** Whether the picture is loaded eagerly, as on the first cards of a page. */
  eager?: boolean;
  /** Heading level of the title: 3 if the card is below a section's heading; 2 by default. */
  level?: 2 | 3;
  /** Start of the card's id, for a list beside the page's own one. Its cards are groups, not the page's articles. */
  list?: string;
}

/** Width of a card in rows of one to four cards, in the syntax of HTML's `sizes`. */
const SIZES = '(min-width: 48rem) 19rem, (min-width: 24rem) 45vw, 90vw';

/** Whether this device has a pointer that can hover. Other devices would load a second picture that they never show. */
const canHover = () => matchMedia('(hover: hover)').matches;

/**
 * A product in a grid. If the device has a pointer that can hover, the second picture is loaded when the card is first
 * hovered or focused. Memoized, because a change of the filters renders the list twice: for the new products and for
 * the new URL.
 */
export const ProductCard = memo(function ProductCard({
  product,
  eager = false,
  level = 2,
  list = 'product',
}: ProductCardProps) {
  const Title = `h${level}` as const;
  const Card = list === 'product' ? 'article' : 'div';
  // Derived from the product: useId would differ in HTML that a server has rendered separately. Elements that are
  // rendered later also refer to this id.
  const titleId = `${list}-${encodeURIComponent(product.id)}`;
  const [second, setSecond] = useState<'unused' | 'loading' | 'loaded'>('unused');
  const showSecond = () => second === 'unused' && canHover() && setSecond('loading');
  const { now, reduction } = priceTexts(product);
  return (
    <Card
      role={Card === 'div' ? 'group' : undefined}
      className={styles.card}
      aria-labelledby={titleId}
      data-in-stock={product.inStock}
      onPointerEnter={showSecond}
      onFocus={showSecond}
    >
      <div className={styles.picture}>
        <ProductImage picture={product} sizes={SIZES} eager={eager} />
        {second !== 'unused' && product.pictures?.[0] && (
          <div className={styles.second} data-loaded={second === 'loaded'}>
            <ProductImage
              picture={product.pictures[0]}
              sizes={SIZES}
              onLoad={() => setSecond('loaded')}
            />
          </div>
        )}
      </div>
      {/* The link covers the whole card. */}
      <Title className={styles.title} id={titleId} lang={t.dataLanguage || undefined}>
        <ProductLink product={product} />
      </Title>
      <Price now={now} reduction={reduction && { was: reduction.was }} />
      {reduction && <p className={styles.off}>{reduction.off}</p>}
      <p className={styles.facts}>
        <Rating rating={product.rating} />
        {product.siblings ? <Sizes product={product} /> : <span>{t.size(product)}</span>}
      </p>
      <div className={styles.action}>
        <CartAction product={product} variant="quiet" describedBy={titleId} />
      </div>
      <div className={styles.heart}>
        <WishlistHeart product={product} />
      </div>
    </Card>
  );
});
