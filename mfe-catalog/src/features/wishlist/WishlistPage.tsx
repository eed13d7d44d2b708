import { Link, pathToAtom, wishlistAtom } from '@patchwork/shop';
import { buttonLook, ListStatus, PageHeading } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { EmptyShelf } from '../../EmptyShelf.tsx';
import styles from '../../Page.module.css';
import { BelowShortList } from '../../product/BelowShortList.tsx';
import { ProductGrid } from '../../product/ProductGrid.tsx';
import * as t from '../../texts/wishlist.ts';

export function WishlistPage() {
  const pathTo = useAtomValue(pathToAtom);
  const load = useAtomValue(wishlistAtom);
  const { data } = load;
  const isEmpty = data?.length === 0;
  const shop = (
    <Link to={pathTo('product-list')} {...buttonLook()}>
      {t.shop}
    </Link>
  );
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{isEmpty ? t.empty : t.heading}</PageHeading>
      <ListStatus list="wishlist" load={load} />
      {isEmpty && (
        <EmptyShelf actions={shop}>
          <p>{t.tapHeart}</p>
        </EmptyShelf>
      )}
      {data && !isEmpty && (
        <div>
          <ProductGrid products={data} />
          <BelowShortList slot="wishlist-recommendations" products={data} />
        </div>
      )}
    </div>
  );
}
