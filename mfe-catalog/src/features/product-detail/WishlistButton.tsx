import { isWished, type Product } from '@patchwork/domain';
import { toggleWishlistAtom, wishlistAtom } from '@patchwork/state';
import { Button } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { HeartIcon } from '../../product/icons.tsx';

interface WishlistButtonProps {
  product: Product;
}

export function WishlistButton({ product }: WishlistButtonProps) {
  const wished = isWished(useAtomValue(wishlistAtom), product.id);
  const toggleWishlist = useSetAtom(toggleWishlistAtom);
  return (
    <Button variant="quiet" onClick={() => toggleWishlist(product)}>
      <HeartIcon filled={wished} />
      {wished ? 'Remove from wishlist' : 'Wishlist'}
    </Button>
  );
}
