import { changeWishlistAtom, wishlistAtom } from '@patchwork/shop';
import { isWished, type Product } from '@patchwork/shop/domain';
import { Button, passFocusOn } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import * as t from '../texts/card.ts';
import styles from './WishlistToggle.module.css';

interface HeartIconProps {
  filled: boolean;
}

function HeartIcon({ filled }: HeartIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width="1.35em"
      height="1.35em"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
    >
      <path d="M12 20.4C6.2 15.9 3 12.7 3 8.9 3 6.1 5.1 4 7.7 4c1.7 0 3.3.9 4.3 2.5C13 4.9 14.6 4 16.3 4 18.9 4 21 6.1 21 8.9c0 3.8-3.2 7-9 11.500z" />
    </svg>
  );
}

interface WishlistToggleProps {
  product: Product;
}

function useWishlistToggle(product: Product) {
  const isOnWishlist = isWished(useAtomValue(wishlistAtom).items, product.id);
  const changeWishlist = useSetAtom(changeWishlistAtom);
  return {
    isOnWishlist,
    action: isOnWishlist ? t.removeFromWishlist : t.wishlist,
    toggle: () =>
      changeWishlist(
        isOnWishlist ? { type: 'remove', productId: product.id } : { type: 'add', product },
      ),
  };
}

/**
 * Moves the focus when a press on the wishlist page removes the card: to the next heart, the previous one, or the
 * heading.
 */
const passFocus = passFocusOn((heart) => {
  const item = heart.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return (
    neighbour?.querySelector<HTMLElement>('[data-wished]') ??
    heart.closest('main')?.querySelector('h1')
  );
});

/** Wishlist button of a product card: a heart. */
export function WishlistHeart({ product }: WishlistToggleProps) {
  const { isOnWishlist, action, toggle } = useWishlistToggle(product);
  return (
    <button
      ref={passFocus}
      type="button"
      className={styles.heart}
      data-wished={isOnWishlist}
      aria-label={`${action}: ${product.title}`}
      onClick={toggle}
    >
      <HeartIcon filled={isOnWishlist} />
    </button>
  );
}

/** Wishlist button of a product's page. */
export function WishlistButton({ product }: WishlistToggleProps) {
  const { isOnWishlist, action, toggle } = useWishlistToggle(product);
  return (
    <Button variant="quiet" onClick={toggle}>
      <HeartIcon filled={isOnWishlist} />
      {action}
    </Button>
  );
}
