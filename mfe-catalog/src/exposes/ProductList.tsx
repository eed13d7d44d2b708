export { ProductListPage as Component } from '../features/product-list/ProductListPage.tsx';
