export { Order as Component } from '../pages/Order.tsx';
