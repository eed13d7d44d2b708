import { openAlone } from '@patchwork/build/standalone';
import { Component as HeaderSearch } from '../exposes/HeaderSearch.tsx';
import { Component as Home } from '../exposes/Home.tsx';
import { Component as ProductDetail } from '../exposes/ProductDetail.tsx';
import { Component as ProductList } from '../exposes/ProductList.tsx';
import { Component as Wishlist } from '../exposes/Wishlist.tsx';

openAlone(
  'mfe-catalog',
  [
    { path: '/', Component: Home },
    { path: '/productlist', Component: ProductList },
    { path: '/productlist/:productId', Component: ProductDetail },
    { path: '/wishlist', Component: Wishlist },
  ],
  [HeaderSearch],
);
