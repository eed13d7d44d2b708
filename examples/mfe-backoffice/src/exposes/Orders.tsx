export { Orders as Component } from '../Orders.tsx';
