import { cartAtom, configurationAtom, Link, pathToAtom, useLocation } from '@patchwork/shop';
import {
  cartTotal,
  formatRupees,
  imageAttributes,
  type LineItem,
  lineTotal,
} from '@patchwork/shop/domain';
import { buttonLook, Picture } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import * as t from '../../texts/headerCart.ts';
import styles from './HeaderCart.module.css';

interface IconProps {
  /** Width and height of the icon, in pixels. */
  readonly size: number;
  readonly path: string;
}

/** An icon in the text's colour. Hidden from screen readers, because its link or button has a name. */
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

/** Milliseconds before the mini cart opens on hover, so that a passing pointer doesn't open it. */
const OPEN_DELAY_MS = 150;
/** Milliseconds before the mini cart closes when the pointer leaves, so that the pointer can still reach it. */
const CLOSE_DELAY_MS = 250;

/** Open state of the mini cart. It closes on Escape, and when neither pointer nor focus is inside. */
function useMiniCart() {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Listens on the document: after hovering, the focus is elsewhere.
  useEffect(() => {
    if (!isOpen) return;
    function closeOnEscape({ key }: KeyboardEvent): void {
      if (key !== 'Escape') return;
      const panel = document.getElementById(panelId);
      if (panel?.contains(document.activeElement)) button.current?.focus();
      clearTimeout(timer.current);
      setIsOpen(false);
    }
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [isOpen, panelId]);

  function change(next: boolean, delay = 0): void {
    clearTimeout(timer.current);
    if (delay === 0) setIsOpen(next);
    else timer.current = setTimeout(setIsOpen, delay, next);
  }

  const place: ComponentProps<'div'> = {
    onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && change(true, OPEN_DELAY_MS),
    onPointerLeave({ pointerType, currentTarget }) {
      // Keyboard focus inside keeps it open.
      const hasFocus = currentTarget.querySelector(':focus-visible') !== null;
      if (pointerType === 'mouse') change(isOpen && hasFocus, CLOSE_DELAY_MS);
    },
    onBlur({ currentTarget, relatedTarget }) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) change(false);
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

/** Maximum number of lines in the mini cart. More would not fit on small screens. */
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
        <p>{t.nothing}</p>
        <Link {...buttonLook('quiet', 'small')} to={pathTo('product-list')} onClick={onLeave}>
          {t.shop}
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
            <Picture
              className={`picture ${styles.picture}`}
              {...imageAttributes(line.product, knownImage, '3rem')}
              alt=""
              width={800}
              height={1000}
            />
            <span className={styles.title} lang={t.dataLanguage || undefined}>
              {line.product.title}
            </span>
            <span className={styles.quantity}>× {line.quantity}</span>
            <span>{formatRupees(lineTotal(line))}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className={styles.more}>{t.more({ count: hidden })}</p>}
      <p className={styles.total}>
        {t.total} <strong>{formatRupees(cartTotal(lines))}</strong>
      </p>
      <div className={styles.ways}>
        <Link {...buttonLook('quiet', 'small')} to={pathTo('cart')} onClick={onLeave}>
          {t.goToCart}
        </Link>
        <Link {...buttonLook('primary', 'small')} to={pathTo('checkout')} onClick={onLeave}>
          {t.checkout}
        </Link>
      </div>
    </div>
  );
}

/**
 * Link to the cart in the header. It looks like the shell's link, which it replaces. If there is room, it opens a mini
 * cart: when a mouse hovers over it, or with a button that appears on hover and focus.
 */
export function HeaderCart() {
  const pathTo = useAtomValue(pathToAtom);
  const { items: lines } = useAtomValue(cartAtom);
  const { pathname } = useLocation();
  const { isOpen, close, place, toggle, panelId } = useMiniCart();
  const count = lines.length;
  const label = count > 0 ? t.cartOf({ count }) : t.cart;
  // Cart and checkout already show all lines.
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
            <span className="visually-hidden">{t.preview}</span>
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
