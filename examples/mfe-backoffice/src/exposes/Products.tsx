export { Products as Component } from '../Products.tsx';
