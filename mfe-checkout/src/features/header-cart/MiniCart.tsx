import { configurationAtom, Link, pathToAtom } from '@patchwork/shop';
import { cartTotal, formatRupees, type LineItem, lineTotal } from '@patchwork/shop/domain';
import { buttonLook, Stitch } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import styles from './MiniCart.module.css';

/** More would make it taller than small screens are. */
const SHOWN_LINES = 4;

interface MiniCartProps {
  readonly lines: readonly LineItem[];
  /** A link was followed. */
  readonly onLeave: () => void;
}

/** The cart at a glance: its lines, its total, and the ways to cart and checkout. */
export function MiniCart({ lines, onLeave }: MiniCartProps) {
  const pathTo = useAtomValue(pathToAtom);
  const { knownImage } = useAtomValue(configurationAtom);
  if (lines.length === 0) {
    return (
      <div className={styles.cart}>
        <p>Nothing is in your cart yet.</p>
        <Link {...buttonLook('quiet', 'small')} to={pathTo('product-list')} onClick={onLeave}>
          Shop the collection
        </Link>
      </div>
    );
  }
  const hidden = lines.length - SHOWN_LINES;
  return (
    <div className={styles.cart}>
      <ul className={styles.lines}>
        {lines.slice(0, SHOWN_LINES).map((line) => (
          <li key={line.product.id} className={styles.line}>
            <img
              className={styles.picture}
              src={knownImage(line.product.image)}
              alt=""
              width={800}
              height={1000}
            />
            <span className={styles.title}>{line.product.title}</span>
            <span className={styles.quantity}>× {line.quantity}</span>
            <span>{formatRupees(lineTotal(line))}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.more}>and {hidden} more</p>}
      <Stitch />
      <p className={styles.total}>
        Total <strong>{formatRupees(cartTotal(lines))}</strong>
      </p>
      <div className={styles.ways}>
        <Link {...buttonLook('quiet', 'small')} to={pathTo('cart')} onClick={onLeave}>
          Go to Cart
        </Link>
        <Link {...buttonLook('primary', 'small')} to={pathTo('checkout')} onClick={onLeave}>
          Checkout
        </Link>
      </div>
    </div>
  );
}
