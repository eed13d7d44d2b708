export { Checkout as Component } from '../features/checkout/Checkout.tsx';
