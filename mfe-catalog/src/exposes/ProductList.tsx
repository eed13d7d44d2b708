import { productListAtom } from '../state/product-list.ts';

export { ProductListPage as Component } from '../features/product-list/ProductListPage.tsx';
export const preload = [productListAtom];
