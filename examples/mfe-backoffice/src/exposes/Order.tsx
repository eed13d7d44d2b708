export { Order as Component } from '../Order.tsx';
