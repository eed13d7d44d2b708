export { FirstWords } from '../features/product-detail/FirstWords.tsx';
export { ProductDetailPage as Component } from '../features/product-detail/ProductDetailPage.tsx';
