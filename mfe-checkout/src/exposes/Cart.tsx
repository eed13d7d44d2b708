export { Cart as Component } from '../features/cart/Cart.tsx';
