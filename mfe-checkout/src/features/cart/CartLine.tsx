import { changeCartAtom, configurationAtom, Link, pathToAtom } from '@patchwork/shop';
import { type LineItem, priceTexts, type QuantityChange } from '@patchwork/shop/domain';
import { Button, Price } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useId } from 'react';
import { moveToWishlistAtom } from '../../state/cart.ts';
import styles from './Cart.module.css';

const icon = (path: string) => () => (
  <svg aria-hidden="true" viewBox="0 0 20 20" width="1.1em" height="1.1em" stroke="currentColor">
    <path d={path} strokeWidth="1.8" strokeLinecap="round" />
  </svg>
);

/* Icons in the text's colour. They are hidden from screen readers: their buttons have a name. */
const MinusIcon = icon('M4 10h12');
const PlusIcon = icon('M4 10h12M10 4v12');

interface QuantityProps {
  line: LineItem;
  onChange: (change: QuantityChange) => void;
}

/** Minus is never disabled: at quantity 1 it removes the line. */
function Quantity({ line: { product, quantity }, onChange }: QuantityProps) {
  return (
    <div className={styles.quantity}>
      <button
        type="button"
        aria-label={`Decrease quantity: ${product.title}`}
        onClick={() => onChange('decrement')}
      >
        <MinusIcon />
      </button>
      <output aria-label={`Quantity: ${product.title}`}>{quantity}</output>
      <button
        type="button"
        aria-label={`Increase quantity: ${product.title}`}
        onClick={() => onChange('increment')}
      >
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
  const titleId = useId();
  const look = { variant: 'quiet', size: 'small', 'aria-describedby': titleId } as const;
  const changeCart = useSetAtom(changeCartAtom);
  const moveToWishlist = useSetAtom(moveToWishlistAtom);
  return (
    <article aria-labelledby={titleId} className={styles.line}>
      <img
        className={`picture ${styles.picture}`}
        src={knownImage(product.image)}
        alt=""
        width={800}
        height={1000}
      />
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          <Link to={pathTo('product', { productId })}>{product.title}</Link>
        </h2>
        <Price {...priceTexts(product)} />
        <p className={styles.size}>
          Size: <strong>{product.size}</strong>
        </p>
      </div>
      <Quantity line={line} onChange={(type) => changeCart({ type, productId })} />
      <div className={styles.actions}>
        <Button {...look} onClick={() => changeCart({ type: 'remove', productId })}>
          Remove from Cart
        </Button>
        <Button {...look} onClick={() => moveToWishlist(line)}>
          Move to Wishlist
        </Button>
      </div>
    </article>
  );
}
