import { isWished, type Product } from '@patchwork/domain';
import { toggleWishlistAtom, wishlistAtom } from '@patchwork/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { HeartIcon } from './icons.tsx';
import styles from './WishlistHeart.module.css';

interface WishlistHeartProps {
  product: Product;
}

export function WishlistHeart({ product }: WishlistHeartProps) {
  const wished = isWished(useAtomValue(wishlistAtom), product.id);
  const toggleWishlist = useSetAtom(toggleWishlistAtom);
  return (
    <button
      type="button"
      className={styles.heart}
      aria-pressed={wished}
      aria-label={`${wished ? 'Remove from wishlist' : 'Wishlist'}: ${product.title}`}
      onClick={() => toggleWishlist(product)}
    >
      <HeartIcon filled={wished} />
    </button>
  );
}
