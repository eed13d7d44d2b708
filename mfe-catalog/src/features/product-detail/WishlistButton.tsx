import { wishlistAtom } from '@patchwork/shop';
import { isWished, type Product } from '@patchwork/shop/domain';
import { Button } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { HeartIcon } from '../../product/icons.tsx';
import { toggleWishlistAtom } from '../../state/lists.ts';

interface WishlistButtonProps {
  product: Product;
}

export function WishlistButton({ product }: WishlistButtonProps) {
  const wished = isWished(useAtomValue(wishlistAtom).items, product.id);
  const toggleWishlist = useSetAtom(toggleWishlistAtom);
  return (
    <Button variant="quiet" onClick={() => toggleWishlist(product)}>
      <HeartIcon filled={wished} />
      {wished ? 'Remove from wishlist' : 'Wishlist'}
    </Button>
  );
}
