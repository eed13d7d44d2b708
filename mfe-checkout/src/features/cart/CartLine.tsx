import { changeCartAtom, configurationAtom, Link, pathToAtom } from '@patchwork/shop';
import {
  formatRupees,
  imageAttributes,
  type LineItem,
  lineTotal,
  MAX_LINE_PIECES,
  priceTexts,
  type QuantityChange,
} from '@patchwork/shop/domain';
import { Picture, Price } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useId } from 'react';
import { deliveryDayOf } from '../../cart-lines/PriceSummary.tsx';
import { moveToWishlistAtom } from '../../state/cart.ts';
import * as t from '../../texts/cart.ts';
import styles from './Cart.module.css';

const icon = (path: string) => () => (
  <svg aria-hidden="true" viewBox="0 0 20 20" width="1.1em" height="1.1em" stroke="currentColor">
    <path d={path} strokeWidth="1.8" strokeLinecap="round" />
  </svg>
);

/* Icons in the text's colour. Hidden from screen readers, because their buttons have names. */
const MinusIcon = icon('M4 10h12');
const PlusIcon = icon('M4 10h12M10 4v12');

interface QuantityProps {
  line: LineItem;
  onChange: (change: QuantityChange) => void;
}

/** Quantity with buttons to change it. Minus is never disabled: at quantity 1 it removes the line. */
function Quantity({ line: { product, quantity }, onChange }: QuantityProps) {
  return (
    <div className={styles.quantity}>
      <button type="button" aria-label={t.decrease(product)} onClick={() => onChange('decrement')}>
        <MinusIcon />
      </button>
      <output aria-label={t.quantityOf(product)}>{quantity}</output>
      <button type="button" aria-label={t.increase(product)} onClick={() => onChange('increment')}>
        <PlusIcon />
      </button>
    </div>
  );
}

interface CartLineProps {
  line: LineItem;
}

export function CartLine({ line }: CartLineProps) {
  const pathTo = useAtomValue(pathToAtom);
  const { knownImage } = useAtomValue(configurationAtom);
  const { product } = line;
  const { id: productId } = product;
  const productPath = pathTo('product', { productId });
  const day = deliveryDayOf([line], new Date());
  const titleId = useId();
  const look = { type: 'button', className: styles.action, 'aria-describedby': titleId } as const;
  const changeCart = useSetAtom(changeCartAtom);
  const moveToWishlist = useSetAtom(moveToWishlistAtom);
  return (
    <article aria-labelledby={titleId} className={styles.line}>
      {/* Hidden from keyboard and screen readers, because the title links to the same page. */}
      <Link to={productPath} tabIndex={-1} aria-hidden="true" className={styles.frame}>
        <Picture
          className={`picture ${styles.picture}`}
          {...imageAttributes(product, knownImage, '8rem')}
          alt=""
          width={800}
          height={1000}
        />
      </Link>
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title} lang={t.dataLanguage || undefined}>
          <Link to={productPath}>{product.title}</Link>
        </h2>
        <Price {...priceTexts(product)} />
        <p className={styles.size}>
          {t.size} <strong>{product.size}</strong>
        </p>
        {day && <p className={styles.size}>{t.getBy({ day })}</p>}
      </div>
      <p className={styles.subtotal}>
        <span className={styles.size}>{`${t.subtotal} `}</span>
        <strong>{formatRupees(lineTotal(line))}</strong>
      </p>
      <div className={styles.actions}>
        <Quantity line={line} onChange={(type) => changeCart({ type, productId })} />
        <button {...look} onClick={() => changeCart({ type: 'remove', productId })}>
          {t.remove}
        </button>
        <button {...look} onClick={() => moveToWishlist(line)}>
          {t.move}
        </button>
        {line.quantity > MAX_LINE_PIECES && (
          <p role="alert" className={styles.limit}>
            {t.limit({ count: MAX_LINE_PIECES })}
          </p>
        )}
      </div>
    </article>
  );
}
