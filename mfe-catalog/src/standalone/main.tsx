import { openAlone } from '@patchwork/build/standalone';
import declaration from '../../remote.json';
import { Component as HeaderSearch } from '../exposes/HeaderSearch.tsx';
import { Component as Home } from '../exposes/Home.tsx';
import { Component as ProductDetail } from '../exposes/ProductDetail.tsx';
import { Component as ProductList } from '../exposes/ProductList.tsx';
import { Component as Wishlist } from '../exposes/Wishlist.tsx';

openAlone(
  declaration,
  {
    './Home': Home,
    './ProductList': ProductList,
    './ProductDetail': ProductDetail,
    './Wishlist': Wishlist,
  },
  [HeaderSearch],
);
