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
import * as t from '../../texts/product.ts';
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
        <span className={styles.quiet}>{t.onceInStock}</span>
      </>
    );
  }
  const byDay = (today: Date) => {
    const day = formatDeliveryDay(deliveryDays, today);
    return day && t.byDay({ day });
  };
  return (
    <Slot name="product-delivery" props={{ days: deliveryDays }} loadWhen={whenNearAndPictured}>
      <DatedText end={byDay} longestEnd={t.byDay({ day: LONGEST_DAY })}>
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
  const lang = t.dataLanguage || undefined;
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.product}>
        <div className={styles.pictures}>
          {/* Sizes share their pictures. */}
          <Gallery key={product.image} product={product} />
        </div>
        <div className={styles.words}>
          <PageHeading lang={lang}>{product.title}</PageHeading>
          <p className={styles.rating}>
            <Rating rating={product.rating} />
            <span>{t.reviews(product)}</span>
          </p>
          <div>
            <Price {...price} size="large" />
            <p className={styles.quiet}>{t.taxes}</p>
          </div>
          <p className={styles.offers} data-in-stock={product.inStock}>
            {t.bestOffers}
          </p>
          {product.siblings && <Variants product={product} />}
          <div className={styles.facts}>
            {!product.siblings && (
              <p>
                {t.size}: <strong>{product.size}</strong>
              </p>
            )}
            <p>
              {t.availability}{' '}
              <strong className={styles.stock} data-in-stock={product.inStock}>
                {product.inStock ? t.inStock : t.outOfStock}
              </strong>
            </p>
            <div>
              <Delivery product={product} />
            </div>
          </div>
          {onReload && <LoadError message={t.notUpdated} onRetry={onReload} />}
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
            <More title={t.description} isOpen>
              <p lang={lang}>{product.description}</p>
            </More>
            {product.care && (
              <More title={t.care}>
                <p lang={lang}>{product.care}</p>
              </More>
            )}
            <More title={t.deliveryAndReturns}>
              <p>
                {t.deliveryNote({
                  delivery: (text) => <Link to={pathTo('delivery')}>{text}</Link>,
                  returns: (text) => <Link to={pathTo('returns')}>{text}</Link>,
                })}
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
