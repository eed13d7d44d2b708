import { wishlistAtom } from '@patchwork/shop';
import { isWished, type Product } from '@patchwork/shop/domain';
import { passFocusOn } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { toggleWishlistAtom } from '../state/lists.ts';
import { HeartIcon } from './icons.tsx';
import styles from './WishlistHeart.module.css';

interface WishlistHeartProps {
  product: Product;
}

/** On the wishlist a press removes the card: the focus goes to the next heart, the one before, or the heading. */
const passFocus = passFocusOn((heart) => {
  const item = heart.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return (
    neighbour?.querySelector<HTMLElement>('[data-wished]') ??
    heart.closest('main')?.querySelector('h1')
  );
});

export function WishlistHeart({ product }: WishlistHeartProps) {
  const wished = isWished(useAtomValue(wishlistAtom).items, product.id);
  const toggleWishlist = useSetAtom(toggleWishlistAtom);
  return (
    <button
      ref={passFocus}
      type="button"
      className={styles.heart}
      data-wished={wished}
      aria-label={`${wished ? 'Remove from wishlist' : 'Wishlist'}: ${product.title}`}
      onClick={() => toggleWishlist(product)}
    >
      <HeartIcon filled={wished} />
    </button>
  );
}
