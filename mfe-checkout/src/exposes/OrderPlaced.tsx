export { OrderPlaced as Component } from '../features/order-placed/OrderPlaced.tsx';
