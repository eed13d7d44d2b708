export { HeaderCart as Component } from '../features/header-cart/HeaderCart.tsx';
