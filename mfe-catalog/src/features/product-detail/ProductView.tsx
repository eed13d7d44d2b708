import { Link, pathToAtom } from '@patchwork/shop';
import {
  formatDeliveryDay,
  formatDeliveryTime,
  LONGEST_DAY,
  type Product,
  priceTexts,
} from '@patchwork/shop/domain';
import { DatedText, LoadError, PageHeading, Price } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { CartAction } from '../../product/CartAction.tsx';
import { Rating } from '../../product/Rating.tsx';
import { WishlistButton } from '../../product/WishlistToggle.tsx';
import { Slot } from '../../slots.ts';
import { Gallery } from './Gallery.tsx';
import { LateAlert } from './LateAlert.tsx';
import styles from './ProductView.module.css';
import { ShareButton } from './ShareButton.tsx';
import { Variants } from './Variants.tsx';

interface MoreProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

const More = ({ title, isOpen, children }: MoreProps) => (
  <details className={styles.more} open={isOpen}>
    <summary>{title}</summary>
    {children}
  </details>
);

interface ProductProps {
  readonly product: Product;
}

/** Milliseconds that other remotes' fragments wait for the first picture, which has priority. */
const PICTURE_WAIT_MS = 3000;

async function whenNearAndPictured(_slot: Element, whenNear: () => Promise<void>): Promise<void> {
  await whenNear();
  const picture = document.querySelector<HTMLImageElement>('main img[src]');
  const waited = new Promise((resolve) => setTimeout(resolve, PICTURE_WAIT_MS));
  await Promise.race([picture?.decode().catch(() => {}), waited]);
}

/** Duration of a delivery, and the day on which it would arrive, or that the product must first be in stock again. */
function Delivery({ product: { deliveryDays, inStock } }: ProductProps) {
  const duration = formatDeliveryTime(deliveryDays);
  if (!inStock) {
    return (
      <>
        {duration}
        <span className={styles.quiet}>, once it is in stock again</span>
      </>
    );
  }
  const byDay = (today: Date) => {
    const day = formatDeliveryDay(deliveryDays, today);
    return day && ` · by ${day}`;
  };
  return (
    <Slot name="product-delivery" props={{ days: deliveryDays }} loadWhen={whenNearAndPictured}>
      <DatedText end={byDay} longestEnd={` · by ${LONGEST_DAY}`}>
        {duration}
      </DatedText>
    </Slot>
  );
}

interface ProductViewProps extends ProductProps {
  /** Loads the product again, if the last attempt failed: price and stock may then have changed. */
  readonly onReload: (() => void) | undefined;
  /** Slots at the end of the page. */
  readonly children: ReactNode;
}

export function ProductView({ product, onReload, children }: ProductViewProps) {
  const price = priceTexts(product);
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.product}>
        <div className={styles.pictures}>
          {/* Sizes share their pictures. */}
          <Gallery key={product.image} product={product} />
        </div>
        <div className={styles.words}>
          <PageHeading>{product.title}</PageHeading>
          <p className={styles.rating}>
            <Rating rating={product.rating} />
            <span>{product.reviews} Reviews</span>
          </p>
          <div>
            <Price {...price} size="large" />
            <p className={styles.quiet}>inclusive of all taxes</p>
          </div>
          <p className={styles.offers} data-in-stock={product.inStock}>
            Best Offers
          </p>
          {product.siblings && <Variants product={product} />}
          <div className={styles.facts}>
            {!product.siblings && (
              <p>
                Size: <strong>{product.size}</strong>
              </p>
            )}
            <p>
              Availabilty:{' '}
              <strong className={styles.stock} data-in-stock={product.inStock}>
                {product.inStock ? 'In Stock' : 'Out of Stock'}
              </strong>
            </p>
            <div>
              <Delivery product={product} />
            </div>
          </div>
          {onReload && (
            <LoadError
              message="Price and stock could not be brought up to date."
              onRetry={onReload}
            />
          )}
          <div className={styles.actions}>
            {/* On a phone the price is repeated beside the button, in the bar at the bottom of the screen. */}
            <div className={`bottom-bar ${styles.buy}`} data-price={price.now}>
              <CartAction product={product} variant="primary" />
            </div>
            <WishlistButton product={product} />
            <ShareButton title={product.title} />
          </div>
          {!product.inStock && <LateAlert key={product.id} productId={product.id} />}
          <div>
            <More title="Description" isOpen>
              <p>{product.description}</p>
            </More>
            {product.care && (
              <More title="Cloth and care">
                <p>{product.care}</p>
              </More>
            )}
            <More title="Delivery and returns">
              <p>
                It comes to the address that you choose at checkout, at no charge (see{' '}
                <Link to={pathTo('delivery')}>Delivery</Link>). If it doesn’t suit you, tell us (see{' '}
                <Link to={pathTo('returns')}>Returns</Link>).
              </p>
            </More>
          </div>
        </div>
      </div>
      <Slot
        name="product-recommendations"
        props={{ products: [{ id: product.id, category: product.category }] }}
        loadWhen={whenNearAndPictured}
      />
      {children}
    </div>
  );
}
