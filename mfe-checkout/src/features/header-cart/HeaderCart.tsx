import { cartAtom, Link, pathToAtom, useLocation } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import styles from './HeaderCart.module.css';
import { BagIcon, ChevronIcon } from './icons.tsx';
import { MiniCart } from './MiniCart.tsx';
import { useMiniCart } from './useMiniCart.ts';

/**
 * The header's link to the cart, as the shell shows it until this is there. Where there is room, a mini cart
 * opens under it: under the pointer, or by a button that shows itself with the focus.
 */
export function HeaderCart() {
  const pathTo = useAtomValue(pathToAtom);
  const { items: lines } = useAtomValue(cartAtom);
  const { pathname } = useLocation();
  const { isOpen, close, place, toggle, panelId } = useMiniCart();
  const count = lines.length;
  const label = count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart';
  // These pages show all of it.
  const isShown = pathname !== pathTo('cart') && pathname !== pathTo('checkout');
  return (
    <div className={styles.place} {...place}>
      <Link className="icon-link" to={pathTo('cart')} aria-label={label} onClick={close}>
        <BagIcon />
        {count > 0 && (
          <span className="icon-count" aria-hidden="true">
            {count}
          </span>
        )}
      </Link>
      {isShown && (
        <>
          <button className={styles.toggle} {...toggle}>
            <span className="visually-hidden">Preview of what you chose</span>
            <ChevronIcon />
          </button>
          {isOpen && (
            <div id={panelId} className={styles.panel}>
              <MiniCart lines={lines} onLeave={close} />
            </div>
          )}
        </>
      )}
    </div>
  );
}
