export { Delivery as Component } from '../features/help/Delivery.tsx';
