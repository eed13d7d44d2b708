import { useParams } from '@patchwork/shop';
import { ProductDetailPage } from '../features/product-detail/ProductDetailPage.tsx';
import { RecentlyViewed } from '../features/recently-viewed/RecentlyViewed.tsx';

export function Component() {
  const { productId } = useParams();
  return (
    <ProductDetailPage>
      <RecentlyViewed except={productId} />
    </ProductDetailPage>
  );
}
