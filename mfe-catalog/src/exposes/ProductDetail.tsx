export { FirstWords } from '../features/product-detail/FirstWords.tsx';
export { loadProduct as load } from '../features/product-detail/load-product.ts';
export { ProductDetailPage as Component } from '../features/product-detail/ProductDetailPage.tsx';
