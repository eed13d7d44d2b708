import { productListAtom } from '../state/product-list.ts';

export { FirstWords } from '../features/product-list/FirstWords.tsx';
export { ProductListPage as Component } from '../features/product-list/ProductListPage.tsx';
export const preload = [productListAtom];
