export { ProductDetailPage as Component } from '../features/product-detail/ProductDetailPage.tsx';
