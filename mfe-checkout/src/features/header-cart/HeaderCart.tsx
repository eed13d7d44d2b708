import { cartAtom, configurationAtom, Link, pathToAtom, useLocation } from '@patchwork/shop';
import { cartTotal, formatRupees, type LineItem, lineTotal } from '@patchwork/shop/domain';
import { buttonLook, Stitch } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import styles from './HeaderCart.module.css';

interface IconProps {
  /** Width and height of the drawing, in pixels. */
  readonly size: number;
  readonly path: string;
}

/** An icon in the text's colour. It is hidden from screen readers: its link or button has a name. */
const Icon = ({ size, path }: IconProps) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox={`0 0 ${size} ${size}`}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={path} />
  </svg>
);

const BagIcon = () => <Icon size={24} path="M5 8.5h14l1 12H4l1-12ZM8.5 11V7a3.5 3.5 0 0 1 7 0v4" />;
const ChevronIcon = () => <Icon size={12} path="m3 4.5 3 3 3-3" />;

/** Delay in which a pointer on its way to something else opens nothing. */
const OPEN_DELAY_MS = 150;
/** The pointer may leave for a moment, on its way into the mini cart. */
const CLOSE_DELAY_MS = 250;

/** Opens and closes the mini cart. It closes with Escape, and when pointer and focus are elsewhere. */
function useMiniCart() {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function change(next: boolean, delay = 0): void {
    clearTimeout(timer.current);
    if (delay === 0) setIsOpen(next);
    else timer.current = setTimeout(setIsOpen, delay, next);
  }

  const place: ComponentProps<'div'> = {
    onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && change(true, OPEN_DELAY_MS),
    onPointerLeave({ pointerType, currentTarget }) {
      // A keyboard’s focus inside keeps it open.
      const hasFocus = currentTarget.querySelector(':focus-visible') !== null;
      if (pointerType === 'mouse') change(isOpen && hasFocus, CLOSE_DELAY_MS);
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) change(false);
    },
    onKeyDown({ key, target }) {
      if (key !== 'Escape' || !isOpen) return;
      const panel = document.getElementById(panelId);
      if (target instanceof Node && panel?.contains(target)) button.current?.focus();
      change(false);
    },
  };
  const toggle: ComponentProps<'button'> = {
    type: 'button',
    ref: button,
    'aria-expanded': isOpen,
    'aria-controls': panelId,
    onClick: () => change(!isOpen),
  };
  return { isOpen, panelId, place, toggle, close: () => change(false) };
}

/** Number of lines in the mini cart: more would make it taller than small screens. */
const SHOWN_LINES = 4;

interface MiniCartProps {
  readonly lines: readonly LineItem[];
  readonly onLeave: () => void;
}

function MiniCart({ lines, onLeave }: MiniCartProps) {
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
              className={`picture ${styles.picture}`}
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

/**
 * The header's link to the cart, which looks like the one that the shell shows before this is loaded. If there is
 * room, a mini cart opens below it: when a mouse rests on it, or by a button that appears with pointer or focus.
 */
export function HeaderCart() {
  const pathTo = useAtomValue(pathToAtom);
  const { items: lines } = useAtomValue(cartAtom);
  const { pathname } = useLocation();
  const { isOpen, close, place, toggle, panelId } = useMiniCart();
  const count = lines.length;
  const label = count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart';
  // Cart and checkout show all lines themselves.
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
