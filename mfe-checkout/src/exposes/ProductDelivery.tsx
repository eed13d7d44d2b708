export { ProductDelivery as Component } from '../features/product-delivery/ProductDelivery.tsx';
